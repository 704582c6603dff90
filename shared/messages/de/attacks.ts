import type { attacks as original, FoundBy } from '../en/attacks.ts'
import { figure } from './figures.ts'

const FOUND_BY: Record<FoundBy, string> = {
  voter: 'Das zeigen seine Stimmen allein.',
  network: 'Andere aus seinem Netz stimmen ebenso ab.',
  ring: 'Andere, die dieselben Duelle sahen, stimmen ebenso ab.',
  burst: 'Andere, die zur selben Zeit kamen und gingen, stimmen ebenso ab.',
  brief: 'Andere mit so wenigen Stimmen stimmen ebenso ab.',
  everyone: 'Andere in dieser Arena stimmen ebenso ab.',
}
const GROUPS: Record<FoundBy, string> = {
  voter: 'Abstimmenden',
  network: 'Abstimmenden aus einem Netz',
  ring: 'Abstimmenden, die dieselben Duelle sahen,',
  burst: 'Abstimmenden, die zur selben Zeit kamen und gingen,',
  brief: 'Abstimmenden mit wenigen Stimmen',
  everyone: 'Abstimmenden',
}
const ofVotes = (votes: number) => `${figure(votes)} ${votes === 1 ? 'Stimme' : 'Stimmen'}`

export const attacks: typeof original = {
  voter_favours: ({ contestant, votes, met, won, lost, by }) =>
    `Stimmt öfter für ${contestant}, als Geschmack erklärt: ${contestant} kommt in ${figure(met)} von ${ofVotes(votes)} vor, gewann ${figure(won)} und verlor ${figure(lost)}. ${FOUND_BY[by]}`,
  voter_opposes: ({ contestant, votes, met, won, lost, by }) =>
    `Stimmt öfter gegen ${contestant}, als Geschmack erklärt: ${contestant} kommt in ${figure(met)} von ${ofVotes(votes)} vor, gewann ${figure(won)} und verlor ${figure(lost)}. ${FOUND_BY[by]}`,
  voter_takes_side: ({ side, votes }) =>
    `Wählt bei fast allen von ${ofVotes(votes)} die ${side === 'left' ? 'linke' : 'rechte'} Antwort, gleich von wem sie ist.`,
  group_favours: ({ contestant, expected, voters, by }) =>
    `Etwa ${figure(expected)} von ${figure(voters)} ${GROUPS[by]} scheinen gemeinsam für ${contestant} zu stimmen. Ihre Stimmen zählen, denn wer es ist, ist nicht bekannt.`,
  group_opposes: ({ contestant, expected, voters, by }) =>
    `Etwa ${figure(expected)} von ${figure(voters)} ${GROUPS[by]} scheinen gemeinsam gegen ${contestant} zu stimmen. Ihre Stimmen zählen, denn wer es ist, ist nicht bekannt.`,
  quarantine_needs_reason: 'reason: einen Grund angeben; zu dieser Person liegt kein Befund vor.',
  suspicion_dismissed: 'Ein Betreiber hat diese Stimmen geprüft und keinen Angriff gefunden.',
  no_page_votes: ({ arena, voter }) =>
    `${voter} hat auf der Seite der Arena ${arena} keine Stimmen abgegeben. GET /api/admin/arenas/${arena}/suspicions nennt die Verdächtigen.`,
}
