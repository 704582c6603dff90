import type { IssuedBattle } from '../../../../shared/contracts/battle.ts'

/** The shown pair and the one that was fetched ahead. */
export interface Pairs {
  current: IssuedBattle | null
  next: IssuedBattle | null
}

const SPARE_MS = 5_000

/** Stores both pairs while the tab is open. A reload then shows the same pairs instead of drawing new ones. */
export class KeptPairs {
  readonly #key: string

  constructor(arena: string, criterion: string | null, link: string | null) {
    this.#key = `deadheat:pairs:${arena}:${criterion ?? ''}${link === null ? '' : `:${link}`}`
  }

  /** The stored pairs that can still be voted on at `now` (milliseconds since 1970). */
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

/** Whether this pair can still be voted on, with 5 s to spare for the request. */
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
