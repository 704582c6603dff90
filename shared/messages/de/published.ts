import type { Catalogue } from '../render.ts'

/** Why a published board cannot be recomputed. */
export const snapshots = {
  snapshot_rounds: 'Der Schnappschuss hat {rounds} Runden; 0 bis {most} lassen sich nachrechnen.',
  snapshot_method: 'Das Verfahren des Schnappschusses ist {method}; {methods} lassen sich nachrechnen.',
  snapshot_not_recomputed: 'Der Schnappschuss lässt sich nicht nachrechnen: {why}',
  vote_without_time:
    'Zeile {line} der Stimmen hat kein tstamp, und die Rangliste gilt für eine Zeitspanne: die Stimmen mit ihrem exportieren.',
} satisfies Partial<Catalogue>
