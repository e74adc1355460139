import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_sealed_draw'),
    ]

    operations = [
        migrations.CreateModel(
            name='LinkRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('sign-in', 'wants to sign in'), ('sign-up', 'wants to sign up'), ('second', 'names a second address')], max_length=8)),
                ('email', models.EmailField(max_length=254)),
                ('about', models.JSONField(blank=True, default=dict)),
                ('asked_at', models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='address',
            name='address_email_ci',
        ),
        migrations.AddField(
            model_name='address',
            name='named_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name='player',
            name='verified_at',
            field=models.DateTimeField(default=django.utils.timezone.now, help_text='When the address was proved.'),
        ),
        migrations.AddConstraint(
            model_name='address',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('verified_at__isnull', False)), name='address_proved_once'),
        ),
        migrations.AddConstraint(
            model_name='address',
            constraint=models.UniqueConstraint(models.F('player'), django.db.models.functions.text.Lower('email'), name='address_named_once'),
        ),
        migrations.AddField(
            model_name='linkrequest',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
    ]
