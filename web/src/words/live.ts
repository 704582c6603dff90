import { count, counted, plural } from '../ui/figures.ts'
import type { Failure } from '../api/failure.ts'
import type { LocalText } from './messages/index.ts'
import type { WireMessage } from '../../../shared/contracts/problem.ts'
import { live as german } from '../../../shared/messages/de/votes.ts'
import { live as english } from '../../../shared/messages/en/votes.ts'
import { isKnown, render } from '../../../shared/messages/render.ts'
import { inLanguages, withTerms } from './in-languages.ts'

/** A visitor's own question, which two contestants answer at once. */
/** What an operator sees. */
export const report = inLanguages({
  en: {
    title: 'Live battles',
    page: 'See it as a visitor',
    spent: (spent: string, budget: string) => `${spent} of ${budget} spent`,
    today: (spent: string, budget: string) => `${spent} of ${budget} today (UTC)`,
    reserved: (amount: string) => `${amount} reserved for answers that are being made`,
    ofArena: (spent: string, budget: string) => `${spent} of ${budget} of the whole arena`,
    ofToday: (spent: string, budget: string) => `${spent} of ${budget} of the whole arena today (UTC)`,
    closed: (contestant: string) => `${contestant} answers no visitor now:`,
    reopen: 'Let it answer again',
    reopened: (contestant: string) => `${contestant} answers visitors again.`,
    turn: (least: string, most: string) =>
      least === most
        ? `Two answers to a short prompt cost at most ${least}.`
        : `Two answers to a short prompt cost at most ${least} to ${most}, by contestant.`,
    nobody:
      'Fewer than two contestants can answer visitors. Check the keys of their providers and the prices of their models.',
    conversations: (count: string) => `Conversations: ${count}`,
    refused: (count: string) => `Refused by moderation: ${count}`,
    at: 'refused at',
    text: 'prompt',
    notKept: 'not kept',
  },
  de: {
    title: 'Fragen von Besuchern',
    page: 'Zur Seite der Besucher',
    spent: (spent, budget) => `${spent} von ${budget} ausgegeben`,
    today: (spent, budget) => `${spent} von ${budget} heute (UTC)`,
    reserved: (amount) => `${amount} reserviert für Antworten, die gerade entstehen`,
    ofArena: (spent, budget) => `${spent} von ${budget} der ganzen Arena`,
    ofToday: (spent, budget) => `heute (UTC) ${spent} von ${budget} der ganzen Arena`,
    closed: (contestant) => `${contestant} antwortet gerade niemandem:`,
    reopen: 'Wieder antworten lassen',
    reopened: (contestant) => `${contestant} antwortet wieder.`,
    turn: (least, most) =>
      least === most
        ? `Zwei Antworten auf eine kurze Frage kosten höchstens ${least}.`
        : `Zwei Antworten auf eine kurze Frage kosten höchstens ${least} bis ${most}, je nach Teilnehmer.`,
    nobody:
      'Weniger als zwei Teilnehmer können Besuchern antworten. Bitte die Schlüssel ihrer Anbieter und die Preise ihrer Modelle prüfen.',
    conversations: (count) => `Gespräche: ${count}`,
    refused: (count) => `Von der Moderation abgelehnt: ${count}`,
    at: 'abgelehnt am',
    text: 'Frage',
    notKept: 'nicht gespeichert',
  },
})

export const live = withTerms({
  en: {
    how: 'Two contestants answer you side by side. Say which answer is better, and see who they are.',
    votePage: 'Vote on given questions',

    question: 'Your question',
    placeholder: 'Ask something whose answer you can judge.',
    further: 'Follow-up question',
    furtherLeft: (n: number) => `${count(n)} more ${plural(n, 'question', 'questions')} in this conversation`,
    send: 'Send',
    keys: { mac: '⌘ ⏎', other: 'Ctrl ⏎' },
    charactersLeft: (n: number) => `${counted(n, 'character', 'characters')} left`,
    charactersOver: (n: number) => `${counted(n, 'character', 'characters')} too many`,
    kept: (days: number) =>
      `The texts are erased after ${counted(days, 'day', 'days')}; the vote stays. Write nothing private: providers of models get your question.`,
    checked: 'It is checked before it is sent.',

    waiting: 'Waiting for the first words …',
    slow: 'They take a little longer. No need to do anything.',
    answering: 'Both are answering …',
    lost: 'Connection lost. It comes back by itself.',
    failed: 'The answers could not be finished.',
    stopped: 'You stopped the answers.',
    over: 'This conversation is over.',
    cut: 'An answer was cut at its longest length.',
    stop: 'Stop',
    retry: 'Answer again',
    another: 'New question',

    held: 'Your vote is recorded. Ask a follow-up, or show the names, which ends the conversation.',

    /** Said to screen readers. */
    heard: {
      answering: 'Both answers are being written.',
      answered: 'Both answers are complete.',
      failed: 'The answers could not be finished.',
      stopped: 'The answers were stopped.',
      over: '',
    },

    refused: 'This question was not sent: it did not pass the check. Write another one.',
    unchecked: 'Not sent: questions cannot be checked now. Try again in a moment.',
    tooMany: 'Not sent: too many questions in a short time. Wait a moment.',
    tooManyWait: (seconds: number) => `Not sent: too many questions in a short time. Wait ${seconds} s.`,
    notSent: 'Not sent: the server cannot be reached. Your question is still here.',

    closed: {
      budget: 'This arena takes no more questions.',
      day: 'Enough questions for today.',
      voting: 'Voting is closed.',
      notReady: 'No two contestants can answer now.',
      none: 'This arena takes no questions of visitors.',
    },
    budgetSpent: 'The budget for their answers is used up.',
    daySpent: (from: string) =>
      `Today’s budget for their answers is used up. You can ask again from ${from}.`,
    ownSpent: (from: string) =>
      `You have asked as much as one visitor may in a day. You can ask again from ${from}.`,
    openStill: 'You can still vote on given questions.',
    arenaMissing: (arena: string) => `There is no arena “${arena}” here.`,
  },
  de: {
    how: 'Zwei Teilnehmer antworten dir nebeneinander. Sag, welche Antwort besser ist, und sieh, von wem sie sind.',
    votePage: 'Über gegebene Fragen abstimmen',

    question: 'Deine Frage',
    placeholder: 'Eine Frage, deren Antwort du beurteilen kannst.',
    further: 'Weiterfragen',
    furtherLeft: (n) => `Noch ${count(n)} ${plural(n, 'Frage', 'Fragen')} in diesem Gespräch`,
    send: 'Senden',
    keys: { mac: '⌘ ⏎', other: 'Strg ⏎' },
    charactersLeft: (n) => `noch ${counted(n, 'Zeichen', 'Zeichen')}`,
    charactersOver: (n) => `${counted(n, 'Zeichen', 'Zeichen')} zu viel`,
    kept: (days) =>
      `Die Texte werden nach ${counted(days, 'Tag', 'Tagen')} gelöscht, die Stimme bleibt. Schreib nichts Privates: Anbieter von Modellen bekommen deine Frage.`,
    checked: 'Sie wird vor dem Senden geprüft.',

    waiting: 'Warten auf die ersten Worte …',
    slow: 'Es dauert etwas länger. Du musst nichts tun.',
    answering: 'Beide antworten …',
    lost: 'Verbindung verloren. Sie kommt von selbst wieder.',
    failed: 'Die Antworten wurden nicht fertig.',
    stopped: 'Du hast die Antworten angehalten.',
    over: 'Dieses Gespräch ist zu Ende.',
    cut: 'Eine Antwort wurde bei ihrer größten Länge abgeschnitten.',
    stop: 'Anhalten',
    retry: 'Noch einmal antworten',
    another: 'Neue Frage',

    held: 'Deine Stimme ist gespeichert. Frag weiter, oder beende das Gespräch mit den Namen.',

    heard: {
      answering: 'Beide Antworten werden geschrieben.',
      answered: 'Beide Antworten sind fertig.',
      failed: 'Die Antworten wurden nicht fertig.',
      stopped: 'Die Antworten wurden angehalten.',
      over: '',
    },

    refused: 'Diese Frage wurde nicht gesendet: Sie hat die Prüfung nicht bestanden. Stell eine andere.',
    unchecked: 'Nicht gesendet: Fragen lassen sich gerade nicht prüfen. Gleich noch einmal versuchen.',
    tooMany: 'Nicht gesendet: Das waren viele Fragen in kurzer Zeit. Einen Moment warten.',
    tooManyWait: (seconds) => `Nicht gesendet: Das waren viele Fragen in kurzer Zeit. ${seconds} s warten.`,
    notSent: 'Nicht gesendet: Der Server ist nicht erreichbar. Deine Frage ist noch da.',

    closed: {
      budget: 'Eigene Fragen sind hier vorbei.',
      day: 'Für heute sind es genug Fragen.',
      voting: 'Die Abstimmung ist beendet.',
      notReady: 'Gerade können keine zwei Teilnehmer antworten.',
      none: 'Eigene Fragen gibt es hier nicht.',
    },
    budgetSpent: 'Was sie kosten dürfen, ist verbraucht.',
    daySpent: (from) =>
      `Was sie an einem Tag kosten dürfen, ist verbraucht. Neue Fragen sind möglich ab ${from}.`,
    ownSpent: (from) =>
      `Mehr kann eine Person an einem Tag nicht fragen. Neue Fragen sind möglich ab ${from}.`,
    openStill: 'Über gegebene Fragen lässt sich weiter abstimmen.',
    arenaMissing: (arena) => `Die Arena „${arena}“ gibt es hier nicht.`,
  },
})

const messages = inLanguages<typeof english>({ en: english, de: german })

/** What the server says of live battles, in the language of the page. Null: this page does not know the message. */
export const liveMessage = (message: WireMessage | null): string | null =>
  message && isKnown(message, messages.here) ? render(message, messages.here) : null

/** Why a question was not sent, or answers were not stopped or made again. */
export function whyNot({ code, retryAfter, finding, localText }: Failure): LocalText {
  const texts: Partial<Record<Failure['code'], string>> = {
    live_refused: live.here.refused,
    live_unchecked: live.here.unchecked,
    voting_closed: live.here.closed.voting,
    too_many_requests: retryAfter === null ? live.here.tooMany : live.here.tooManyWait(retryAfter),
    offline: live.here.notSent,
    unreachable: live.here.notSent,
    database_unreachable: live.here.notSent,
  }
  const text = texts[code] ?? liveMessage(finding)
  return text === null ? localText : { text, lang: undefined }
}
