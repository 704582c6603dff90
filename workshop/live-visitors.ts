/** An arena with live battles, and visitors who talk to its contestants over HTTP, for chaos and benchmarks. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { IssuedBattle, LiveBattle, LiveSettings, LiveText } from '../shared/contracts/index.ts'
import type { RunDeps } from '../server/runs/index.ts'
import { importInto } from '../server/transfer/index.ts'

export const LIVE_KEY = 'LIVE_API_KEY'

/** @param models the model of each contestant, one for each */
export async function importLiveArena(
  deps: RunDeps,
  {
    slug,
    baseUrl,
    models,
    live,
  }: { slug: string; baseUrl: string; models: readonly string[]; live: Partial<LiveSettings> },
): Promise<void> {
  const settings = {
    vote: 'end' as const,
    turns: 3,
    characters: 1000,
    tokens: 200,
    keepDays: 30,
    budgetUsd: 1000,
    ...live,
  }
  await importInto(deps, {
    arena: { slug, criteria: ['overall'] },
    contestants: models.map((model) => ({
      name: `contestant ${model}`,
      template: null,
      params: { max_tokens: settings.tokens },
      owner: null,
      family: null,
      provider: 'models',
      model,
      system: null,
    })),
    prompts: [{ key: 'p1', messages: [{ role: 'user', content: 'Why?' }] }],
    answers: [],
    votes: [],
    setUp: {
      settings: { live: { visitorUsd: 1000, addressUsd: 1000, ...settings } },
      providers: [
        {
          name: 'models',
          type: 'openai',
          base_url: baseUrl,
          api_key_env: LIVE_KEY,
          concurrency: 500,
          requests_per_minute: null,
          public_only: false,
        },
      ],
      judges: [],
      checks: [],
    },
  })
}

/** A browser with one conversation at a time. */
export class LiveVisitor {
  /** Streams that ended without their last event. */
  dropped = 0
  readonly #base: string
  readonly #address: () => string
  /** What the server gave it. */
  cookie = ''
  #issued: ({ id: string } & IssuedBattle) | null = null

  constructor(address: () => string, slug: string) {
    this.#address = address
    this.#base = `/api/arenas/${slug}/live`
  }

  async #send(path: string, json: object): Promise<Response> {
    const response = await fetch(this.#address() + path, {
      method: 'POST',
      headers: { cookie: this.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    this.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.cookie
    return response
  }

  async ask(text: string): Promise<LiveBattle> {
    const response = await this.#send(this.#base, { text })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as LiveBattle
  }

  async retry(id: string): Promise<boolean> {
    return (await this.#send(`${this.#base}/${id}/retry`, {})).ok
  }

  /**
   * Reads a stream to its end, again from where it broke off.
   * @param onText hears of each event
   */
  async read(id: string, onText: (text: LiveText) => void = () => {}): Promise<LiveBattle> {
    let last = ''
    for (;;) {
      const end = await this.#readOnce(id, last, (eventId, text) => {
        last = eventId
        onText(text)
      }).catch(() => null)
      if (end) return end
      this.dropped++
      await sleep(200)
    }
  }

  async #readOnce(
    id: string,
    last: string,
    onText: (id: string, text: LiveText) => void,
  ): Promise<LiveBattle | null> {
    const response = await fetch(`${this.#address()}${this.#base}/${id}/stream`, {
      headers: { cookie: this.cookie, ...(last !== '' && { 'last-event-id': last }) },
    })
    if (!response.ok || !response.body) return null
    let rest = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      rest += chunk
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const block = rest.slice(0, end)
        rest = rest.slice(end + 2)
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
        const data = field('data')
        if (data === undefined) continue
        if (field('event') === 'end') return JSON.parse(data) as LiveBattle
        onText(field('id')!, JSON.parse(data) as LiveText)
      }
    }
    return null
  }

  /**
   * Votes on the last turn. Called again after the connection broke, it sends the same vote.
   * @returns whether the vote was recorded
   */
  async vote(id: string, outcome: 'left' | 'right' | 'tie'): Promise<boolean> {
    if (this.#issued?.id !== id) {
      const response = await this.#send(`${this.#base}/${id}/battle`, {})
      if (!response.ok) return false
      this.#issued = { id, ...((await response.json()) as IssuedBattle) }
    }
    const { battle, ticket } = this.#issued
    return (await this.#send(`/api/battles/${battle.id}/vote`, { ticket, outcome })).ok
  }
}
