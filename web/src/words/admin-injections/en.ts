/** The list of answers that speak to a judge, for operators. */
export const en = {
  title: 'Answers that speak to a judge',
  how: 'Orders to a judge, verdicts and the like, written into an answer. Judgements that showed such an answer count. Look at them: if a judge obeyed, put its votes into quarantine.',
  where: 'Where',
  found: 'Found',
  judgements: 'Judgements',
}
