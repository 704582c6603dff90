import type * as en from '../en/integrity.ts'
import { figure } from './phrases.ts'

const FOUND_BY: Record<en.FoundBy, string> = {
  voter: 'Das zeigen seine Stimmen allein.',
  network: 'Andere aus seinem Netz stimmen ebenso ab.',
  ring: 'Andere, die dieselben Duelle sahen, stimmen ebenso ab.',
  burst: 'Andere, die zur selben Zeit kamen und gingen, stimmen ebenso ab.',
  brief: 'Andere mit so wenigen Stimmen stimmen ebenso ab.',
  everyone: 'Andere in dieser Arena stimmen ebenso ab.',
}
const GROUPS: Record<en.FoundBy, string> = {
  voter: 'Abstimmenden',
  network: 'Abstimmenden aus einem Netz',
  ring: 'Abstimmenden, die dieselben Duelle sahen,',
  burst: 'Abstimmenden, die zur selben Zeit kamen und gingen,',
  brief: 'Abstimmenden mit wenigen Stimmen',
  everyone: 'Abstimmenden',
}
const ofVotes = (votes: number) => `${figure(votes)} ${votes === 1 ? 'Stimme' : 'Stimmen'}`

export const attacks: typeof en.attacks = {
  voter_favours: ({ contestant, votes, met, won, lost, by }) =>
    `Stimmt öfter für ${contestant}, als Geschmack erklärt: ${contestant} kommt in ${figure(met)} von ${ofVotes(votes)} vor, gewann ${figure(won)} und verlor ${figure(lost)}. ${FOUND_BY[by]}`,
  voter_opposes: ({ contestant, votes, met, won, lost, by }) =>
    `Stimmt öfter gegen ${contestant}, als Geschmack erklärt: ${contestant} kommt in ${figure(met)} von ${ofVotes(votes)} vor, gewann ${figure(won)} und verlor ${figure(lost)}. ${FOUND_BY[by]}`,
  voter_takes_side: ({ side, votes }) =>
    `Wählt bei fast allen von ${ofVotes(votes)} die ${side === 'left' ? 'linke' : 'rechte'} Antwort, gleich von wem sie ist.`,
  voter_ties: ({ votes, ties }) =>
    `Wertet ${figure(ties)} von ${ofVotes(votes)} als unentschieden, wo andere es selten tun. So ist zu erfahren, wer die Antworten schrieb. Die Stimmen zählen, bis entschieden ist.`,
  group_favours: ({ contestant, expected, voters, by }) =>
    `Etwa ${figure(expected)} von ${figure(voters)} ${GROUPS[by]} scheinen gemeinsam für ${contestant} zu stimmen. Ihre Stimmen zählen, denn wer es ist, ist nicht bekannt.`,
  group_opposes: ({ contestant, expected, voters, by }) =>
    `Etwa ${figure(expected)} von ${figure(voters)} ${GROUPS[by]} scheinen gemeinsam gegen ${contestant} zu stimmen. Ihre Stimmen zählen, denn wer es ist, ist nicht bekannt.`,
  quarantine_needs_reason: 'reason: einen Grund angeben; zu dieser Person liegt kein Befund vor.',
  suspicion_dismissed: 'Ein Betreiber hat diese Stimmen geprüft und keinen Angriff gefunden.',
  no_page_votes: ({ arena, voter }) =>
    `${voter} hat auf der Seite der Arena ${arena} keine Stimmen abgegeben. GET /api/admin/arenas/${arena}/suspicions nennt die Verdächtigen.`,
}

export const leaks: typeof en.leaks = {
  leak_in_answer: ({ contestant, found }) =>
    `Die Antwort von ${contestant} sagt, von wem sie ist: „${found}“`,
  leak_in_prompt: ({ prompt, found }) => `Der Prompt ${prompt} fragt, wer antwortet: „${found}“`,
  leak_no_longer_found: 'Die jetzigen Regeln finden es nicht mehr.',
  no_such_leaks: ({ arena, leaks: ids, more }) =>
    `Arena ${arena} hat keinen Fund ${ids.join(', ')}${more ? ', …' : ''}. GET /api/admin/arenas/${arena}/leaks listet sie auf.`,
}

export const voterCap: typeof en.voterCap = {
  over_voter_cap: ({ most }) => `voterCap ist ${most}: Spätere Stimmen derselben Person zählen nicht.`,
  voter_cap_changed: 'voterCap wurde geändert: Diese Stimme liegt nicht mehr darüber.',
}
