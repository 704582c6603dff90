import type { IssuedBattle } from '../../../../shared/contracts/battle.ts'

/** The pair on the table and the one waiting behind it. */
export interface Pairs {
  current: IssuedBattle | null
  next: IssuedBattle | null
}

const SPARE_MS = 5_000

/** Keeps both pairs for as long as the tab is open, so that a reload shows the same ones and none is spent. */
export class KeptPairs {
  readonly #key: string

  constructor(arena: string, criterion: string | null, link: string | null) {
    this.#key = `deadheat:pairs:${arena}:${criterion ?? ''}${link === null ? '' : `:${link}`}`
  }

  /** What was kept and can still be voted on at `now` (milliseconds since 1970). */
  read(now: number): Pairs {
    const stored = parsed(this.#text())
    const fresh = (pair: IssuedBattle | null) => (pair && isOpen(pair, now) ? pair : null)
    return { current: fresh(stored.current), next: fresh(stored.next) }
  }

  write(pairs: Pairs): void {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(pairs))
    } catch {
      // Storage is full or forbidden: a reload then draws a new pair, nothing else changes.
    }
  }

  #text(): string | null {
    try {
      return sessionStorage.getItem(this.#key)
    } catch {
      return null
    }
  }
}

/** Can this pair still be voted on, with a little to spare for the way there? */
export function isOpen({ battle }: IssuedBattle, now: number): boolean {
  return Date.parse(battle.expiresAt) - SPARE_MS > now
}

function parsed(text: string | null): Pairs {
  try {
    const { current = null, next = null } = JSON.parse(text ?? '{}') as Partial<Pairs>
    return { current, next }
  } catch {
    return { current: null, next: null }
  }
}
