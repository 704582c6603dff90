/** An arena with live battles, and visitors who talk to its contestants over HTTP, for tests. */
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  ArenaSettings,
  IssuedBattle,
  LiveBattle,
  LiveSettings,
  LiveText,
} from '../../shared/contracts/index.ts'
import type { RunDeps } from '../../server/runs/index.ts'
import { importInto } from '../../server/transfer/index.ts'
import type { ArenaImport } from '../../server/transfer/import/arena-import.ts'

export const LIVE_KEY = 'LIVE_API_KEY'

interface LiveArena {
  slug: string
  baseUrl: string
  /** The contestants: the model of each by its name. */
  models: Readonly<Record<string, string>>
  live: Partial<LiveSettings>
  /** Settings beside those of live battles. */
  settings?: ArenaSettings
  /** Providers and judges in place of one provider `models` with the key `LIVE_KEY`, and no judge. */
  setUp?: Pick<NonNullable<ArenaImport['setUp']>, 'providers' | 'judges'>
}

export async function importLiveArena(
  deps: RunDeps,
  { slug, baseUrl, models, live, settings, setUp }: LiveArena,
): Promise<void> {
  const ofLive = {
    vote: 'end' as const,
    turns: 3,
    characters: 1000,
    tokens: 200,
    keepDays: 30,
    budgetUsd: 1000,
    visitorUsd: 1000,
    addressUsd: 1000,
    ...live,
  }
  await importInto(deps, {
    arena: { slug, criteria: ['overall'] },
    contestants: Object.entries(models).map(([name, model]) => ({
      name,
      template: null,
      params: { max_tokens: ofLive.tokens },
      owner: null,
      family: null,
      provider: 'models',
      model,
      system: `You are ${name}.`,
    })),
    prompts: [{ key: 'p1', messages: [{ role: 'user', content: 'Why?' }] }],
    answers: [],
    votes: [],
    setUp: {
      settings: { live: ofLive, ...settings },
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
      ...setUp,
      checks: [],
    },
  })
}

/** What a visitor read of a turn. */
interface ReadTurn {
  left: string
  right: string
  /** The id of each event with a text. */
  ids: string[]
  end: LiveBattle
}

/** A browser with its cookie. */
export class LiveVisitor {
  /** Streams that ended without their last event. */
  dropped = 0
  /** What the server gave it. */
  cookie = ''
  readonly #base: string
  readonly #request: (path: string, init: RequestInit) => Promise<Response>
  readonly #headers: Readonly<Record<string, string>>

  /** @param headers of each request beside the cookie */
  constructor(
    request: (path: string, init: RequestInit) => Promise<Response>,
    slug: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#request = request
    this.#base = `/api/arenas/${slug}/live`
    this.#headers = headers
  }

  async #post(path: string, json: object): Promise<Response> {
    const response = await this.#request(path, {
      method: 'POST',
      headers: { ...this.#headers, cookie: this.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    this.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.cookie
    return response
  }

  /** Posts to an address below that of the arena's live battles. */
  send(path: string, json: object = {}): Promise<Response> {
    return this.#post(this.#base + path, json)
  }

  async ask(text: string): Promise<LiveBattle> {
    return readBody<LiveBattle>(await this.send('', { text }))
  }

  async fetchBattle(id: string): Promise<LiveBattle> {
    return readBody<LiveBattle>(
      await this.#request(`${this.#base}/${id}`, { headers: { cookie: this.cookie } }),
    )
  }

  stream(id: string, last = ''): Promise<Response> {
    const headers = { cookie: this.cookie, ...(last !== '' && { 'last-event-id': last }) }
    return this.#request(`${this.#base}/${id}/stream`, { headers })
  }

  /**
   * Reads a stream to its end, again from where it broke off.
   * @param onText hears of each event
   * @param last the id of the event to go on after
   */
  async read(id: string, onText: (text: LiveText) => void = () => {}, last = ''): Promise<ReadTurn> {
    const turn = { left: '', right: '', ids: [] as string[] }
    for (;;) {
      const end = await this.#readOnce(id, turn.ids.at(-1) ?? last, (eventId, text) => {
        turn.left += text.left
        turn.right += text.right
        turn.ids.push(eventId)
        onText(text)
      }).catch(() => null)
      if (end) return { ...turn, end }
      this.dropped++
      await sleep(200)
    }
  }

  async #readOnce(
    id: string,
    last: string,
    onText: (id: string, text: LiveText) => void,
  ): Promise<LiveBattle | null> {
    const response = await this.stream(id, last)
    if (!response.ok || !response.body) return null
    let buffered = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      buffered += chunk
      for (let end = buffered.indexOf('\n\n'); end >= 0; end = buffered.indexOf('\n\n')) {
        const block = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
        const data = field('data')
        if (data === undefined) continue
        if (field('event') === 'end') return JSON.parse(data) as LiveBattle
        onText(field('id')!, JSON.parse(data) as LiveText)
      }
    }
    return null
  }

  /** The battle of the last turn. */
  async battle(id: string): Promise<IssuedBattle> {
    return readBody<IssuedBattle>(await this.send(`/${id}/battle`))
  }

  voteOn({ battle, ticket }: IssuedBattle, voteBody: object): Promise<Response> {
    return this.#post(`/api/battles/${battle.id}/vote`, { ticket, ...voteBody })
  }

  /** Makes the vote on a battle final, and asks for the names. */
  reveal({ battle, ticket }: IssuedBattle): Promise<Response> {
    return this.#post(`/api/battles/${battle.id}/reveal`, { ticket })
  }

  /** Votes on the last turn. */
  async vote(id: string, outcome: 'left' | 'right' | 'tie'): Promise<Response> {
    return this.voteOn(await this.battle(id), { outcome })
  }
}

/** @throws {Error} with the body of a response that is none of success */
export async function readBody<Body>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Body
}
