import type { Arena } from '../arenas/index.ts'
import type { IssuedBattle } from '../../shared/contracts/index.ts'

/** The battle, and in a private arena what it asks: its voters cannot read that elsewhere. */
export function withPrivateArena(
  issued: IssuedBattle,
  { visibility, title, description, criteria }: Arena,
): IssuedBattle {
  return visibility === 'private' ? { ...issued, arena: { title, description, criteria } } : issued
}
