"""Orders among what people write: thanks, names, remarks, several on a line; and talk that is none."""

from __future__ import annotations

import pytest

from tests.shared.replies import Kind, lines, replies, undone
from tests.shared.replies_judged import Outcome, Verdict, at_table, verdict

BRUGES, GERMAN, FLANDERN, VENISE = "bruges-3-en", "bruges-4-de", "flandern-3-en", "venise-3-en"
DUKE, JAILER = "guilders duke", "guilders jailer"
MURALIST, WORKERS = "guilders muralist", "workers mathematician"
A_GOOD_ORDER = {
    "bruges-3-en": "22", "flandern-7-en": "lay yellow M2", "venise-3-en": "move 4 gold",
    "bruges-4-de": "22", "flandern-8-de": "lay grey S1 gent", "venise-4-de": "move 3 gold",
}  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "22, thanks!", "22 :)", "22 J", "22 👍", "OK 22", "Hi, 22 please. Anna", "22 please Anna", "22 (2 guilders)",
        "I'll take 22", "My move: 22", "code 22", "#22", "Muralist: guilders", "take the 2 guilders of the muralist",
        "Twenty-two.", "card two guilders", "٢٢", "۲۲", "２２", "Good evening all, 22 and good luck",
        "22 because I am broke", "22 first", "muralst guilders", "22, and that's it", "that's it, then 22",
        "22: thanks!", "ok, then 22",
    ],
)  # fmt: skip
def test_an_order_counts_with_courtesies_and_remarks_around_it(line: str) -> None:
    assert at_table(BRUGES, [line]).done == (MURALIST,)


@pytest.mark.parametrize(
    "line",
    [
        "22 bitte", "Servus beinand, 22", "zweiundzwanzig", "Ich nehme 22, danke", "Herzog: Gulden",
        "Mit dem Herzog bitte den Gulden holen", "LG, 22", "den Gulden vom Herzog", "22 und liebe Grüße",
    ],
)  # fmt: skip
def test_an_order_counts_in_the_language_of_its_letter(line: str) -> None:
    assert at_table(GERMAN, [line]).done == (DUKE,)


@pytest.mark.parametrize(
    ("letter", "line", "done"),
    [
        *((BRUGES, f"22{joint}31", (MURALIST, WORKERS)) for joint in (" ", " and ", " & ", " -> ", " – ", ", ", " à ")),
        *(
            (BRUGES, f"22{joint}31", (MURALIST, WORKERS))
            for joint in (" then ", ", dann ", " und ", ", and after that ")
        ),
        (BRUGES, "First 22, then 31", (MURALIST, WORKERS)),
        (BRUGES, "1. 22", (MURALIST,)),
        (GERMAN, "32 oder 22", (JAILER,)),
        (GERMAN, "Herzog rechts graben", ("canal duke right",)),
        (GERMAN, "Der Herzog wird ein Haus", ("house duke",)),
        (GERMAN, "fischfrau ins blaue haus", ("recruit fishwife in blue",)),
        (FLANDERN, "Ghent, and lay blue with 2 masters on M3", ("choose gent", "lay blue2 M3")),
        (BRUGES, "I'll climb, thanks", ("climb",)),
        ("bruges-7-en", "fortune teller for the 5 guilders thx", ("guilders fortuneteller",)),
        ("bruges-7-en", "inquisitor: blue off", ("threat inquisitor",)),
        ("flandern-4-de", "Brugge und lege dann ein graues Viertel auf S3", ("choose brugge", "lay grey S3")),
        ("flandern-6-de", "Utrecht und grau2 auf M3", ("choose utrecht", "lay grey2 M3")),
        (
            "flandern-4-de",
            "Ieper, blau auf S1 oder wenn da schon wer sitzt auf S2",
            ("choose ieper", "lay blue S1 / lay blue S2"),
        ),
        (BRUGES, "Muralist for the 2 guilders, not the apothecary", (MURALIST,)),
        (BRUGES, "Could you please take the 2 guilders of the muralist?", (MURALIST,)),
        (BRUGES, "I'll climb, even if 5 is steep, and then 22", ("climb", MURALIST)),
        (BRUGES, "ok pay the 5 and climb please", ("climb",)),
        ("bruges-7-en", "Time to dig! Left, with the heiress", ("canal heiress left",)),
        (
            "bruges-7-en",
            "Yellow threats off: Marquis, then the Fortuneteller",
            ("threat marquis", "threat fortuneteller"),
        ),
        ("bruges-6-de", "Diebeskarte gegen die gelbe Bedrohung", ("threat thief",)),
        ("flandern-3-en", "Ghent. Blue with a master on M3", ("choose gent", "lay blue1 M3")),
        ("flandern-7-en", "Yellow on L4. With one master.", ("lay yellow1 L4",)),
        ("flandern-7-en", "The church on M2 please, not the D", ("lay church M2",)),
        ("flandern-7-en", "Yellow (without a master) on S3", ("lay yellow S3",)),
        (VENISE, "gold, and then I'm done", ("move 4 gold", "end")),
        (VENISE, "But gold please 🙂 fingers crossed", ("move 4 gold",)),
        (VENISE, "With the 4 to the workshop, leave the boat at the builder", ("move 4 workshop boat builder",)),
    ],
)
def test_what_is_plainly_meant_is_done(letter: str, line: str, done: tuple[str, ...]) -> None:
    assert at_table(letter, [line]).done == done


@pytest.mark.parametrize(
    ("letter", "line"),
    [
        (BRUGES, "22 unless Bea passes"),
        (BRUGES, "not 22"),
        (BRUGES, "22?"),
        (BRUGES, "maybe 22"),
        (BRUGES, "see you at 22:15"),
        (BRUGES, "I am back on 22 March"),
        (GERMAN, "Montag, den 22. Mai"),
        (GERMAN, "Ich komme um 22"),
        (GERMAN, "3 Gulden"),
        (FLANDERN, "Greetings from Ghent"),
        (FLANDERN, "Utrecht or Gent, can't decide"),
        (VENISE, "market, and then something else that I cannot name, with the boat"),
        (VENISE, "We sold 14 jewelry in our best game"),
        (VENISE, "What do you call a house without a worker? Finished."),
        (BRUGES, "First I take the guilders for the Duke, then workers for the Muralist."),
        *(
            (VENISE, f"{said}, then 1")
            for said in ("this one", "the first one", "him", "I take that one", "I'll have it")
        ),
        (GERMAN, "das hier, und danach 22"),
        (GERMAN, "den ersten, dann 22"),
        (BRUGES, "climb: Everest"),
        (VENISE, "producer: Epson"),
        (VENISE, "end: Miller"),
    ],
)
def test_what_is_not_surely_an_order_is_not_done(letter: str, line: str) -> None:
    assert at_table(letter, [line]).done == ()


@pytest.mark.parametrize(
    "said",
    [["22", "No wait, 31 instead!"], ["22. No, 31 instead"], ["31 instead", "22"], ["22", "or maybe the workers?"]],
)
def test_a_letter_that_revises_itself_is_asked_about_and_does_nothing(said: list[str]) -> None:
    outcome = at_table(BRUGES, said)
    assert outcome.done == ()
    assert outcome.refused or outcome.offers


def test_a_choice_on_a_line_of_its_own_belongs_to_the_order_above() -> None:
    outcome = at_table(GERMAN, ["Kerkermeister eine braune Bedrohung weg", "wenn das nicht geht: 22"])
    assert outcome.done == ("threat jailer",)
    asked = at_table(GERMAN, ["Herzog links graben", "wenn das nicht geht: 22"])
    assert asked.done in ((DUKE,), ())


def test_numbers_of_a_menu_count_once_however_they_are_said() -> None:
    assert at_table(BRUGES, ["22, thanks", "22, thanks"]).done == at_table(BRUGES, ["22", "22"]).done


@pytest.mark.parametrize("letter", A_GOOD_ORDER)
def test_no_talk_keeps_an_order_from_being_done(letter: str) -> None:
    """Each line of the collection at one of the tables of its language."""
    language, tables = letter[-2:], [name for name in A_GOOD_ORDER if name.endswith(letter[-2:])]
    order = A_GOOD_ORDER[letter]
    alone = at_table(letter, [order]).done
    for number, line in enumerate(lines(f"talk-{language}")):
        if number % len(tables) == tables.index(letter):
            assert at_table(letter, [line, order]).done == alone, line


def test_replies_bring_what_their_labels_say_and_nothing_else() -> None:
    """The bars for replies of the collection without mail: nothing wrong, and nearly all of what is plain."""
    found: dict[Kind, list[Verdict]] = {kind: [] for kind in Kind}
    wrong = list[str]()
    for reply in replies():
        outcome = at_table(reply.letter, [line for line in reply.text.splitlines() if not line.startswith(">")])
        judged = verdict(reply, outcome)
        found[reply.kind].append(judged)
        if judged is Verdict.WRONG:
            wrong.append(f"{reply} {outcome}")
    right = {kind: judged.count(Verdict.RIGHT) / len(judged) for kind, judged in found.items()}
    assert not wrong
    assert right[Kind.DOCUMENTED] == 1
    assert right[Kind.TALK] >= 0.98
    assert right[Kind.UNCLEAR] >= 0.98
    assert right[Kind.PLAIN] >= 0.89


@pytest.mark.parametrize("letter", sorted({letter for letter, _ in undone()}))
def test_nothing_is_done_of_what_is_taken_back_left_open_or_for_others(letter: str) -> None:
    replied = [lines for of, lines in undone() if of == letter]
    assert [lines for lines in replied if at_table(letter, lines).done] == []


def test_a_condition_of_the_grammar_is_that_of_its_own_order_though_that_is_none() -> None:
    outcome = at_table(BRUGES, ["22", "if guilders >= 1: hello"])
    assert outcome.done == (MURALIST,)
    assert at_table(BRUGES, ["22", "if Bea agrees: hello"]).done == ()


def test_what_is_offered_for_an_unclear_reply_may_be_meant() -> None:
    outcome = at_table("flandern-8-de", ["gelb auf L2"])
    assert outcome == Outcome((), (), outcome.refused, outcome.offers)
    assert {"lay yellow L2 ieper", "lay yellow L2 utrecht"} & set(outcome.offers)
