"""A league from the desk to the downloaded scoresheet, on pages in a real browser and by real mail."""

from __future__ import annotations

import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Download, Page, expect
from pypdf import PdfReader

import engine
from tests.e2e.camera import Camera
from tests.e2e.outside import manage, replayed, rows
from tests.e2e.people import Person, person
from tests.shared.parts import Service, until
from tournaments.running.demo.client import Client
from tournaments.running.demo.papers import totals_of
from tournaments.running.demo.reading import asks
from tournaments.running.demo.replies import plain_of

ZONES = {"Anna": "Europe/Brussels", "Bea": "America/New_York", "Łucja": "Asia/Tokyo"}
LEAGUE = "Canal League"
MOST_ANSWERS = 60


def test_a_league_is_made_joined_played_and_ends_with_a_scoresheet(
    service: Service, browser: Browser, camera: Camera, tmp_path: Path
) -> None:
    data = service.place.data
    olivia = organiser(service, browser, camera)
    prepare_and_open(olivia)
    players = [person(browser, service, camera, name) for name in ZONES]
    anna, bea, lucja = players
    for player in players:
        player.sign_up(ZONES[player.name])
        join(player, data)
    leave_and_join_again(lucja)
    start(olivia)
    play_to_the_end(anna, [mail_client(service, player) for player in (bea, lucja)])
    olivia.page.goto("/desk/tournaments/table/")
    olivia.camera.take(olivia.page, "desk-tables", phone=False)
    olivia.page.goto("/desk/tournaments/table/1/change/")
    olivia.camera.take(olivia.page, "desk-table", phone=False)
    match = replayed(data)
    check_the_result(anna, match)
    check_the_scoresheet(download(anna, "Scoresheet (PDF)", tmp_path), match)
    verify(anna, tmp_path)
    for page in ("/", "/league/1/standings/", "/league/1/", "/table/1/log/", "/table/1/replay/40/"):
        anna.page.goto(page)
        anna.camera.take(anna.page, f"after{page.replace('/', '-')}")
    assert {one.name: one.complaints for one in (olivia, *players) if one.complaints} == {}


# --- the organiser -------------------------------------------------------------------------------


def organiser(service: Service, browser: Browser, camera: Camera) -> Person:
    """Olivia, signed in at the desk by a mailed link."""
    olivia = person(browser, service, camera, "Olivia")
    manage(service, "appoint", olivia.mailbox.address, "--owner", "--name", "Olivia")
    olivia.page.goto("/desk/")
    olivia.sign_in()
    assert olivia.page.url.endswith("/desk/")
    olivia.camera.take(olivia.page, "desk", phone=False)
    return olivia


def prepare_and_open(olivia: Person) -> None:
    olivia.follow("Prepare a league")
    page = olivia.page
    page.locator("#id_name").fill(LEAGUE)
    for theme in ("Description and conduct", "Second thoughts"):
        page.locator("summary").filter(has_text=theme).click()
    page.locator("#id_tag").fill("Canal")
    page.locator("#id_about").fill("One table, three players, and all the time in the world.")
    page.get_by_role("radio", name="3").check()
    page.locator("#id_max_players").fill("4")
    page.locator("#id_delay_minutes").fill("0")
    olivia.camera.take(page, "desk-new-league", phone=False)
    olivia.press("Prepare the league")
    olivia.camera.take(page, "desk-open-league", phone=False)
    olivia.press("Open to join")
    page.get_by_text(f"{LEAGUE} is open to join.").wait_for()
    olivia.camera.take(page, "desk-league-is-open", phone=False)


def start(olivia: Person) -> None:
    olivia.page.reload()
    olivia.follow("Start")
    olivia.camera.take(olivia.page, "desk-start", phone=False)
    olivia.press("Start the league")
    olivia.page.get_by_text("has started").wait_for()
    olivia.camera.take(olivia.page, "desk-league-started", phone=False)


# --- the players ---------------------------------------------------------------------------------


def join(player: Person, data: Path) -> None:
    """See every setting and each table's commitment first, then join with a word."""
    page = player.page
    player.camera.take(page, "home")
    page.get_by_role("heading", name=LEAGUE).get_by_role("link").click()
    unfold(page, "Time", "How this is checked", "Fingerprint")
    words = page.get_by_role("main").inner_text()
    assert "48 hours" in words
    assert "24 hours more" in words
    commitments = [row["commitment"] for row in rows(data, "select commitment from tournaments_table")]
    assert commitments
    assert all(commitment in words for commitment in commitments)
    player.camera.take(page, "league")
    unfold(page, "Add a word of your own")
    page.get_by_label("Your word for the chance").fill(f"tulip {player.name}")
    page.get_by_role("checkbox").check()
    player.press(f"Join {LEAGUE}")
    page.get_by_text(f"You are in {LEAGUE}.").wait_for()
    player.camera.take(page, "joined")


def unfold(page: Page, *titles: str) -> None:
    for title in titles:
        page.locator("summary").filter(has_text=title).first.click()


def leave_and_join_again(player: Person) -> None:
    page = player.page
    player.press("Leave the league")
    page.get_by_text(f"You have left {LEAGUE}.").wait_for()
    player.camera.take(page, "left")
    assert not page.get_by_label("Your word for the chance").count(), "the first word stays"
    page.get_by_role("checkbox").check()
    player.press(f"Join {LEAGUE}")
    page.get_by_text(f"You are in {LEAGUE}.").wait_for()


def mail_client(service: Service, player: Person) -> Client:
    """The player at a mail program from now on."""
    return Client(
        player.name, player.mailbox.address, player.mailbox.folder, service.place.listen,
        random=Random(player.name),
    )  # fmt: skip


def play_to_the_end(anna: Person, clients: list[Client]) -> None:
    """Anna answers on the page whenever she is asked there, the others by mail, until the game is over."""
    page = anna.page
    until(lambda: any(map(is_question, anna.mailbox.letters())) or look(clients), "a question to Anna")
    page.goto("/")
    page.get_by_text("Canal League").first.wait_for()
    anna.camera.take(page, "home-while-playing")
    answer_at_the_post_office(anna)
    answers, became, read = 0, [""], anna.mailbox.keys()
    page.goto("/table/1/")
    while not anna.over:
        if anna.asked:
            became = answer(anna, answers)
            answers += 1
            assert answers < MOST_ANSWERS, f"the game does not end: the last orders were {became}"
        else:
            wait_for_a_letter(anna, read, clients)
            read = anna.mailbox.keys()
            page.goto("/table/1/")
    anna.camera.take(page, "table-over")
    assert answers > 5
    until(lambda: all(client.finals for client in clients) or look(clients), "final letters")
    assert all(client.sent for client in clients)


def look(clients: list[Client]) -> bool:
    """Let those who play by mail read and answer. False: whoever awaits something looks for it anew."""
    for client in clients:
        client.look()
    return False


def is_question(letter: EmailMessage) -> bool:
    return asks(plain_of(letter))


def answer_at_the_post_office(anna: Person) -> None:
    """Read the letter as a mail program shows it, press one of its moves and send the reply that holds it."""
    page = anna.page
    page.goto("/post/")
    anna.camera.take(page, "post-office")
    anna.follow("Anna")
    anna.camera.take(page, "mailbox")
    page.locator("li.asks a").first.click()
    letter = page.frame_locator("iframe")
    letter.get_by_alt_text("Your hand").first.wait_for()
    move = letter.locator("a[href*='words=']").first
    anna.camera.take(page, "letter")
    move.click()
    page.wait_for_function("document.querySelector('#words').value !== ''")
    read = anna.mailbox.keys()
    anna.press("Send the reply")
    page.get_by_text("Your reply is on its way.").wait_for()
    until(lambda: anna.mailbox.keys() - read, "the answer")
    page.get_by_text("DONE").wait_for()  # the page looks for new mail by itself
    anna.camera.take(page, "mailbox-answered")


def wait_for_a_letter(anna: Person, read: set[str], clients: list[Client]) -> None:
    """The others play on by mail until Anna has a letter beside those that she has read."""
    until(lambda: anna.mailbox.keys() - read or look(clients), "a letter to Anna", 60)


def answer(anna: Person, count: int) -> list[str]:
    """First by a link in the text, then with a word that is no order, then with plans; what became of the orders."""
    if count == 0:
        anna.camera.take(anna.page, "table-asked")
        anna.page.locator(".question .move").first.click()
        assert anna.page.locator("#id_lines").input_value()
        expect(anna.page.locator("#check .mark")).to_have_text(["at once"])
        marks = anna.send_orders(anna.page.locator("#id_lines").input_value())
        assert marks == ["played"]
        anna.camera.take(anna.page, "table-answered")
        return marks
    if count == 1:
        marks = anna.send_orders("recruit the moon")
        assert marks == ["refused"]
        anna.camera.take(anna.page, "table-refused")
        return marks
    marks = anna.send_orders(*anna.planned(4, Random(count)))
    if count == 2:
        anna.camera.take(anna.page, "table-planned")
    return marks


# --- the end -------------------------------------------------------------------------------------


def check_the_result(anna: Person, match: engine.Match) -> None:
    """The page's table of points says what the engine says."""
    anna.page.goto("/table/1/")
    total = anna.page.get_by_role("row", name="Total").get_by_role("cell").all_inner_texts()
    assert [int(number) for number in total] == list(match.scoresheet().totals)


def download(who: Person, link: str, folder: Path) -> Path:
    """Press a link and keep the file that the browser takes down, under the name that it was given."""
    with who.page.expect_download() as coming:
        who.follow(link)
    taken: Download = coming.value
    path = folder / taken.suggested_filename
    taken.save_as(path)
    return path


def check_the_scoresheet(path: Path, match: engine.Match) -> None:
    sheet = match.scoresheet()
    assert totals_of(path, 3) == list(sheet.totals)
    text = "\n".join(page.extract_text() for page in PdfReader(path).pages)
    for words in (LEAGUE, *ZONES, match.header["commitment"], match.secret.hex()):
        assert words in text.replace("\n", "") or words in text, words
    for what, _ in sheet.rows:
        assert what.lower() in text.lower()


def verify(anna: Person, folder: Path) -> None:
    """What the site hands out to check a game does check it, without the service."""
    record, program = download(anna, "the record of the game", folder), download(anna, "verify.py", folder)
    argv = [sys.executable, "-I", str(program), str(record)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
