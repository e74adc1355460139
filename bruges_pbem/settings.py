"""All settings of the service, read from the environment. deploy/env.example lists the variables."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from bruges_pbem import __version__, env
from bruges_pbem.logs import logging_config
from engine.language import languages
from tournaments.keys.rfc5322 import canonical_domain
from tournaments.organiser import look

BASE_DIR = env.BASE_DIR
DATA_DIR = env.data_dir()

# The service

DEBUG = env.flag("DEBUG", False)
DEMO = env.flag("DEMO", False)  # robots, the post office's page, plain http: only for `make play` and `make demo`
SITE_URL = env.text("SITE_URL", "http://127.0.0.1:8000" if DEMO else None).rstrip("/")
SITE = env.url("SITE_URL", SITE_URL, schemes=("http", "https"))
SERVICE_NAME = env.text("SERVICE_NAME", "Bruges by mail")

# Whom to tell of a hole in the service, as /.well-known/security.txt says (RFC 9116); without a contact there is none

SECURITY_CONTACT = env.links("SECURITY_CONTACT", "mailto", "https")
SECURITY_POLICY = env.links("SECURITY_POLICY", "https")
SECURITY_LANGUAGES = env.languages("SECURITY_LANGUAGES", "en")

# Secrets

SECRET_KEY = env.secret("SECRET_KEY")
SECRET_KEY_FALLBACKS = list(env.words("SECRET_KEY_FALLBACKS", ""))
MAIL_KEYS = env.keys("MAIL_KEYS")
METRICS_TOKEN = env.secret("METRICS_TOKEN", "")  # with it anybody may read /metrics, without it this machine alone

# The chance: a source of public values that the draw of a league waits for, "" for none

CHANCE_SOURCE = env.beacon("CHANCE_SOURCE")

# Mail: where answers go, who is believed, how letters leave

MAIL_DOMAIN = env.text("MAIL_DOMAIN", "bruges.example" if DEMO else None).lower()
MAIL_DOMAIN = canonical_domain(MAIL_DOMAIN) or MAIL_DOMAIN  # in A-labels, as hosts write it
MAIL_LOCAL = env.text("MAIL_LOCAL", "play").lower()
TRUSTED_AUTHSERV_IDS = tuple(name.lower() for name in env.words("TRUSTED_AUTHSERV_IDS", ""))
LISTEN_SMTP = env.place("LISTEN_SMTP", "127.0.0.1:2525")
LISTEN_POLICY = env.place_or_none("LISTEN_POLICY")  # where Postfix asks whether a recipient may be sent letters
# Our own mail host, which brings everybody's letters from one address. Others are limited (`inbox.doors.crowd`).
TRUSTED_MAIL_HOSTS = env.networks("TRUSTED_MAIL_HOSTS", "127.0.0.0/8,::1")
# A mailbox that answers are fetched from, the folder there for those that are stored, how often to look without IDLE.
IMAP = env.imap("IMAP_URL")
IMAP_DONE = env.text("IMAP_DONE_FOLDER", "Done")
IMAP_LOOK_EVERY = env.seconds("IMAP_LOOK_EVERY_SECONDS", 60)
# Letters of one seat that are read at once in ten minutes; what is more is read, and answered, together.
LETTERS_AT_ONCE = env.whole("LETTERS_AT_ONCE", 10_000 if DEMO else 30, least=1)  # robots answer without a pause
RAW_LETTERS_KEPT = env.days("RAW_LETTERS_KEPT_DAYS", 90)
STRANGERS_LETTERS_KEPT = env.days("STRANGERS_LETTERS_KEPT_DAYS", 7)
STRANGERS_LETTERS_KEPT_MB = env.whole("STRANGERS_LETTERS_KEPT_MB", 256, least=1)  # of all of them together
PICTURES_KEPT_MB = env.whole("PICTURES_KEPT_MB", 64, least=1)  # of letters; each can be drawn again
# Forms that one player, or one place of strangers, may send: many times what the quickest of them does by hand.
PRESSES_IN_TEN_MINUTES = env.whole("PRESSES_IN_TEN_MINUTES", 100_000 if DEMO else 200, least=1)
# How many letters others may have us send to addresses that they type.
REQUESTS_OF_A_PLACE_AN_HOUR = env.whole("REQUESTS_OF_A_PLACE_AN_HOUR", 30)  # of an IPv4 address, an IPv6 /64
SIGN_UPS_AN_HOUR = env.whole("SIGN_UPS_AN_HOUR", 100)  # on the page, of all
JOINS_AN_HOUR = env.whole("JOINS_AN_HOUR", 60)  # by mail, of all who do not play here yet
JOINS_OF_A_DOMAIN_AN_HOUR = env.whole("JOINS_OF_A_DOMAIN_AN_HOUR", 10)  # that vouches for their letters
LEAGUES_A_DAY = env.whole("LEAGUES_A_DAY", 30, least=1)  # that one organiser prepares
INVITATIONS_A_DAY = env.whole("INVITATIONS_A_DAY", 200)  # of one organiser
INVITATIONS_AN_HOUR = env.whole("INVITATIONS_AN_HOUR", 300)  # of all organisers
INVITATIONS_TO_A_DOMAIN_AN_HOUR = env.whole("INVITATIONS_TO_A_DOMAIN_AN_HOUR", 120)  # and requests to observe
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", f"{SERVICE_NAME} <{MAIL_LOCAL}@{MAIL_DOMAIN}>")
SERVER_EMAIL = env.text("SERVER_EMAIL", f"{MAIL_LOCAL}@{MAIL_DOMAIN}")
# A provider of anymail ("mailgun", "postmark", ...), or SMTP when there is none.
MAIL_PROVIDER = env.provider("MAIL_PROVIDER", "ANYMAIL_WEBHOOK_SECRET", safe=not DEMO)
EMAIL_BACKEND = (
    f"anymail.backends.{MAIL_PROVIDER}.EmailBackend"
    if MAIL_PROVIDER
    else "tournaments.outbox.smtp_backend.EmailBackend"
)
ANYMAIL = env.prefixed("ANYMAIL_")
SMTP = env.smtp("SMTP_URL", "smtp://127.0.0.1:2526" if DEMO or MAIL_PROVIDER else None)
EMAIL_HOST: str = SMTP["EMAIL_HOST"]
EMAIL_PORT: int = SMTP["EMAIL_PORT"]
EMAIL_HOST_USER: str = SMTP["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD: str = SMTP["EMAIL_HOST_PASSWORD"]
EMAIL_USE_SSL: bool = SMTP["EMAIL_USE_SSL"]
EMAIL_USE_TLS: bool = SMTP["EMAIL_USE_TLS"]
EMAIL_TIMEOUT = 30
MAIL_LINE_KEPT = 5  # seconds without a letter after which a worker hangs up on the mail host

# The demonstration's post office: takes the outgoing mail and puts it into maildirs

POST_OFFICE_SMTP = (EMAIL_HOST, EMAIL_PORT)
POST_OFFICE_DIR = DATA_DIR / "post"
PAPERS_DIR = DATA_DIR / "papers"

# Whom the doctor asks about the mail domain, instead of the name servers of this machine

NAME_SERVER = env.place_or_none("NAME_SERVER")

# Time

TIME_ZONE = "UTC"
USE_TZ = True
# How long tables wait for a player to whom letters come back, at most once in 30 days; then the league's rule holds.
DEAD_ADDRESS_WAIT = env.days("DEAD_ADDRESS_WAIT_DAYS", 7)
SWEEP_EVERY = env.seconds("SWEEP_EVERY_SECONDS", 20)
# How much later than announced a part's sign of life may be before its absence is an outage.
OUTAGE_AFTER = env.seconds("OUTAGE_AFTER_SECONDS", 120)
REMIND_AT = env.number("REMIND_AT", 0.75)  # part of the turn time after which the reminder goes out
LANGUAGE_CODE = "en"
LANGUAGES = list(languages.LANGUAGES.items())
USE_I18N = True
FORMAT_MODULE_PATH = ["bruges_pbem.formats"]
LOCALE_PATHS = [BASE_DIR / "tournaments" / "language" / "locale"]

# Applications

INSTALLED_APPS = [
    "unfold.apps.BasicAppConfig",  # the theme, without a site of its own: the desk is one
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "anymail",
    "tournaments",
]
MIDDLEWARE = [
    "bruges_pbem.logs.TraceRequests",
    "bruges_pbem.posts.BoundedPosts",
    "tournaments.pages.headers.ContentPolicy",  # outside the others: what they answer themselves carries it too
    "bruges_pbem.readable.RefuseUnreadable",  # before anything reads what came
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "bruges_pbem.own_pages.OnThisMachine",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.pages.languages.ReadersLanguage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournaments.pages.presses.LimitedPresses",
    "tournaments.pages.once.CountedOnce",
    "tournaments.organiser.caused_letters.CountedLetters",
]
ROOT_URLCONF = "bruges_pbem.urls"
WSGI_APPLICATION = "bruges_pbem.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.pages.context.service",
            ],
            "libraries": {name: f"tournaments.pages.tags.{name}" for name in ("desk", "letters")},
        },
    }
]
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "tournaments" / "pages" / "static"]
# Hashed names need `collectstatic`; where nobody runs it the files come straight from the packages.
WHITENOISE_USE_FINDERS = DEBUG or DEMO
STATIC_ROOT = None if WHITENOISE_USE_FINDERS else BASE_DIR / "static_root"
_files = "django.contrib.staticfiles.storage.StaticFilesStorage"
_hashed_files = "whitenoise.storage.CompressedManifestStaticFilesStorage"
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {
            "location": DATA_DIR / "files",
            "file_permissions_mode": 0o600,
            "directory_permissions_mode": 0o700,
        },
    },
    "staticfiles": {"BACKEND": _files if WHITENOISE_USE_FINDERS else _hashed_files},
}

UNFOLD = look.UNFOLD

# Database

DATABASES = {"default": env.database("DATABASE_URL", f"sqlite://{quote(str(DATA_DIR / 'bruges.sqlite3'))}")}
# Where `manage.py backup` writes and `manage.py drill` looks, "" for nowhere; how many are kept there.
BACKUP_DIR = env.text("BACKUP_DIR", "")
BACKUPS_KEPT = env.whole("BACKUPS_KEPT", 14, least=1)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Signing in: a mailed link, no passwords

AUTH_USER_MODEL = "tournaments.Player"
AUTHENTICATION_BACKENDS = ["sesame.backends.ModelBackend"]
LOGIN_URL = "player:sign-in"
LOGIN_REDIRECT_URL = "player:home"
SESAME_MAX_AGE = 60 * 60
SESAME_ONE_TIME = True
MESSAGE_STORAGE = "tournaments.pages.once.Told"
SESSION_ENGINE = "tournaments.pages.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180  # the proof behind the buttons of letters that this is the player

# Browsers

# `make play` is plain http on this machine. Everything else is https, whatever the site's address says.
_https = not (DEBUG or DEMO)
ALLOWED_HOSTS = [SITE.hostname or "", *env.words("ALLOWED_HOSTS", "localhost,127.0.0.1" if DEMO else "")]
CSRF_TRUSTED_ORIGINS = [SITE_URL]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = _https
SESSION_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_NAME = "language"  # chosen by who is not signed in; afterwards their profile has it
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = _https
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if _https else 0
# What else lives under the organisers' domain is not ours to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"  # sign-in links carry tokens
X_FRAME_OPTIONS = "DENY"
if env.flag("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# A provider posts letters with all that is attached to them; nobody else has more to say than fits in a form.
LARGEST_POST, LARGEST_FORM = 30 * 1024 * 1024, 2 * 1024 * 1024  # bytes; `bruges_pbem.posts` holds each page to its own
DATA_UPLOAD_MAX_MEMORY_SIZE = LARGEST_POST if MAIL_PROVIDER else LARGEST_FORM

# Celery: the broker only hints, everything it carries is found again by the sweep

CELERY_BROKER_URL = env.text("REDIS_URL", "redis://127.0.0.1:6379/0")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,  # must stay above the hard time limit, or a task runs twice at once
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,
    "socket_keepalive": True,
    # A publisher waits for no broker that is away: the sweep finds what it wanted to hint at.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.2,
    "interval_max": 0.2,
}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]  # never pickle: whoever writes to the broker would run what they like
CELERY_RESULT_ACCEPT_CONTENT = ["json"]
CELERY_EVENT_SERIALIZER = "json"
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # nor shut it down, or revoke and delay tasks
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # in memory: no file that a full disk can spoil
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "sweep": {
        "task": "tournaments.tasks.sweep",
        "schedule": SWEEP_EVERY,
        # One that could not run before the next is due has nothing to add.
        "options": {"expires": max(SWEEP_EVERY.total_seconds(), 1)},
    },
    # Plays what the start page shows, once: after an installation, and when rules have a new version.
    "exhibit": {"task": "tournaments.tasks.exhibit", "schedule": 300.0, "options": {"expires": 300}},
}

# Logs

LOGGING = logging_config(json=env.text("LOG_FORMAT", "json") == "json", level=env.text("LOG_LEVEL", "INFO").upper())

# Traces: where spans are sent to by OpenTelemetry's SDK, which reads its other variables itself; "" for nowhere

TRACES_COLLECTOR = env.text("OTEL_EXPORTER_OTLP_ENDPOINT", "")

# What a backup says of this installation

VERSION = __version__
SETTINGS_READ = frozenset(env.asked)  # names of variables, never their values
