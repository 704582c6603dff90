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

const KINDS: Record<en.FactKind, string> = {
  vote: 'Stimme',
  retraction: 'Die Rücknahme der Stimme',
  quarantine: 'Quarantäne-Eintrag',
}
const COVERED: Record<en.FactKind, string> = { ...KINDS, retraction: 'die Rücknahme der Stimme' }

export const chain: typeof en.chain = {
  chain_day_differs: ({ day }) => `${day}: Aus den Einträgen dieses Tages folgt ein anderer Prüfwert.`,
  chain_votes_differ: ({ day, votes, there }) =>
    `${day}: Der Prüfwert umfasst ${figure(votes)} Stimmen, die Datei hat davon ${figure(there)}.`,
  chain_fact_changed: ({ day, kind, id }) =>
    `${day}: ${KINDS[kind]} ${id} wurde geändert, nachdem der Prüfwert berechnet war.`,
  chain_fact_uncovered: ({ day, kind, id }) =>
    `${day}: Kein Prüfwert umfasst ${COVERED[kind]} ${id}, obwohl der Tag einen hat. Der Eintrag kam später hinzu, oder eine Uhr ging falsch.`,
  chain_voter_differs: ({ day, id }) =>
    `${day}: Stimme ${id} nennt jemand anderen als bei der Berechnung des Prüfwerts.`,
  chain_link_broken: ({ day, before }) => `${day}: Der Prüfwert setzt den vorigen vom ${before} nicht fort.`,
  chain_digest_unknown: ({ digest }) =>
    `Kein veröffentlichter Prüfwert beginnt mit ${digest}. Die Kette wurde neu geschrieben, nachdem er notiert wurde, oder er gehört zu einer anderen Arena.`,
  no_fact: 'kein Eintrag der Kette; die Datei mit export ARENA facts ausgeben',
  digest_digits: '12 bis 64 hexadezimale Ziffern angeben',
  digest_needs_chain: '--digest braucht eine Kette: /api/arenas/ARENA/digests als ersten Wert nennen.',
  no_chain: ({ place, why }) => `${place} ist keine Liste von Prüfwerten: ${why}.`,
  facts_have_no_view: 'facts werden als Ganzes ausgegeben; die Filter weglassen.',
}
