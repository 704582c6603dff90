/** Somebody who votes: asks for battles, keeps the cookie, votes and takes back. */
import { expect } from 'vitest'
import type { IssuedBattle, Outcome } from '../../shared/contracts/index.ts'
import type { TestApp } from '../support/app.ts'

export class Visitor {
  cookie = ''
  protected readonly app: TestApp

  constructor(app: TestApp) {
    this.app = app
  }

  async ask(arena: string, json: object = {}): Promise<Response> {
    const response = await this.app.request(`/api/arenas/${arena}/battles`, { json, headers: this.headers() })
    const cookie = response.headers.get('set-cookie')
    if (cookie) this.cookie = cookie.split(';')[0]
    return response
  }

  /** A battle, or an error naming the problem. */
  async battle(arena: string, json: object = {}): Promise<IssuedBattle> {
    const response = await this.ask(arena, json)
    const body = await response.json()
    if (response.status !== 201) throw new Error(`no battle: ${JSON.stringify(body)}`)
    return body as IssuedBattle
  }

  /** Chooses an outcome, which can still be changed. */
  choose({ battle, ticket }: IssuedBattle, outcome: Outcome, more: object = {}): Promise<Response> {
    const json = { ticket, outcome, ...more }
    return this.app.request(`/api/battles/${battle.id}/vote`, { json, headers: this.headers() })
  }

  /** Makes the choice final, and asks for the names. */
  reveal({ battle, ticket }: IssuedBattle): Promise<Response> {
    const headers = this.headers()
    return this.app.request(`/api/battles/${battle.id}/reveal`, { json: { ticket }, headers })
  }

  /** Chooses an outcome for good. Returns the response to the choice, or the refusal to make it final. */
  async vote(shown: IssuedBattle, outcome: Outcome, more: object = {}): Promise<Response> {
    const response = await this.choose(shown, outcome, more)
    if (!response.ok) return response
    const revealed = await this.reveal(shown)
    return revealed.ok ? response : revealed
  }

  takeBack({ battle, ticket }: IssuedBattle): Promise<Response> {
    const headers = { ...this.headers(), authorization: `Ticket ${ticket}` }
    return this.app.request(`/api/battles/${battle.id}/vote`, { method: 'DELETE', headers })
  }

  /** Its cookie, if it has one. */
  headers(): Record<string, string> {
    return this.cookie ? { cookie: this.cookie } : {}
  }
}

/** Status and code of a problem, for one look at both. */
export async function problemOf(response: Response): Promise<[number, string]> {
  const { code } = (await response.json()) as { code: string }
  return [response.status, code]
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Whether a response, or the one to come, is a problem of this status and code. */
    toBeProblem(status: number, code: string): Promise<R>
  }
}
expect.extend({
  async toBeProblem(sent: Response | Promise<Response>, status: number, code: string) {
    const found = await problemOf(await sent)
    return {
      pass: this.equals(found, [status, code]),
      message: () => `expected the problem ${status} ${code}, not ${found.join(' ')}`,
    }
  },
})
