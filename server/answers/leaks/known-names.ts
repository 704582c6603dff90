/** Names of models and of their makers, by which an answer can give itself away. */
import { createHash } from 'node:crypto'
import type { LeakSettings } from '../../../shared/contracts/index.ts'
import type { Contestant } from '../../contestants/index.ts'

const namesIn = (text: string): string[] => text.trim().split(/,\s+/)

/** Names that mean a model, however they are written. */
const MODELS = namesIn(`
  ChatGPT, GPT, Claude, PaLM, LaMDA, Vicuna, Guanaco, Mixtral, Ministral, Magistral, Codestral, Le Chat,
  Qwen, QwQ, Tongyi Qianwen, 通义千问, 通义, DeepSeek, Command R, Copilot, Bing Chat, Kimi, GLM, ChatGLM, 智谱清言,
  InternLM, Baichuan, 百川, ERNIE Bot, 文心一言, Hunyuan, 混元, Doubao, 豆包, MiniMax, StableLM, OpenAssistant,
  Open Assistant, WizardLM, Nemotron, Teuken, EXAONE, HyperCLOVA, OLMo, BLOOMZ, GigaChat, YandexGPT`)

/** Names of models that are words of their own: they count as written here, and not after an article. */
const WORDS = namesIn(`
  Gemini, Bard, Gemma, Llama, LLaMA, Alpaca, Koala, Mistral, Grok, Coral, Phi, Nova, Titan, Falcon, Dolly,
  Zephyr, Granite, Jamba, Jurassic, Luminous, Pharia, SOLAR, Solar, Tülu, BLOOM, Perplexity, Sonar, Pi,
  Apertus, Yi, Ernie, Bing`)

/** Who makes them. */
const MAKERS = namesIn(`
  OpenAI, Anthropic, Google, Google DeepMind, DeepMind, Meta, Meta AI, Facebook, Mistral AI, Alibaba,
  Alibaba Cloud, 阿里云, 阿里巴巴, DeepSeek, 深度求索, xAI, Cohere, Microsoft, Amazon, AWS, Moonshot AI, 月之暗面,
  Zhipu AI, Zhipu, 智谱, Tsinghua University, 清华大学, Baidu, 百度, Tencent, 腾讯, ByteDance, 字节跳动, MiniMax, 01.AI,
  Stability AI, LAION, Databricks, NVIDIA, IBM, AI21 Labs, AI21, Aleph Alpha, LG AI Research, Upstage,
  NAVER, Allen Institute for AI, AI2, Hugging Face, BigScience, Perplexity AI, Inflection AI, Inflection,
  Technology Innovation Institute, TII, LMSYS, Large Model Systems Organization, Stanford, Sber, Yandex,
  Nous Research, Reka AI, EleutherAI`)

/** A name by which an answer gives itself away. */
export interface TellingName {
  name: string
  /** Of a model (or a contestant), or of a maker. */
  of: 'model' | 'maker'
  /** It counts only as written here, and not after an article. */
  exact: boolean
}

/** Every known name of a model or of a maker. */
export const KNOWN_NAMES: readonly TellingName[] = [
  ...MODELS.map((name) => ({ name, of: 'model' as const, exact: false })),
  ...WORDS.map((name) => ({ name, of: 'model' as const, exact: true })),
  ...MAKERS.map((name) => ({ name, of: 'maker' as const, exact: true })),
]

// The names by which the answers of an arena could give themselves away, beside those that everybody knows.

/** Changes with every change of what is found, so that stored answers are searched again. */
export const LEAK_RULES = '2'

export type NamedContestant = Pick<Contestant, 'id' | 'name' | 'model' | 'system' | 'family' | 'owner'>

/** Shorter names are met by chance. */
const SHORTEST_NAME = 3

/** How a system prompt says who answers. */
const PERSONA =
  /(?:\byou are|\byour name is|\bdu bist|\bdu heißt|\bdein name ist|\btu es|\btu t['’]appelles|\beres|\bte llamas|\bvocê é|\bsei|\bti chiami|\bje bent|\bjesteś)(?: called| named)? ((?:\p{Lu}[\p{L}\d]+)(?:[ -][\p{Lu}\d][\p{L}\d.]*)*)/giu

/**
 * The names of one contestant: its own, its model, family and owner, who it is by its system prompt, and what the arena
 * lists.
 * @param shared personas that do not distinguish contestants
 */
export function namesOfContestant(
  contestant: NamedContestant,
  shared: ReadonlySet<string>,
  settings: LeakSettings = {},
): TellingName[] {
  const { name, model, system, family, owner } = contestant
  const modelNames = [
    name,
    model?.split('/').at(-1) ?? '',
    ...personasIn(system ?? '').filter((persona) => !shared.has(persona)),
  ]
  const listed = [...(settings.words ?? []), ...(settings.of?.[name] ?? [])]
  return [
    ...modelNames.filter(isDistinctive).map((text) => exact(text, 'model')),
    ...[family, owner]
      .filter((maker) => maker !== null && isDistinctive(maker))
      .map((maker) => exact(maker!, 'maker')),
    ...listed.flatMap((word) => [exact(word, 'model'), exact(word, 'maker')]),
  ]
}

/** Personas of all contestants with a system prompt, where several have one. */
export function sharedPersonas(all: readonly NamedContestant[]): ReadonlySet<string> {
  const [first, ...further] = all.map(({ system }) => system).filter((system) => system !== null)
  if (first === undefined || further.length === 0) return new Set()
  return new Set(
    personasIn(first).filter((persona) => further.every((system) => personasIn(system).includes(persona))),
  )
}

/** A short text that is equal where the same texts would be found. */
export const hashRules = (names: readonly TellingName[], settings: LeakSettings = {}): string =>
  settings.find === false
    ? 'off'
    : `${LEAK_RULES}:${createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16)}`

const personasIn = (system: string): string[] =>
  [...system.matchAll(PERSONA)].map((match) => match[1]).filter((persona) => /^\p{Lu}/u.test(persona))

/** A plain word in lower case, such as `concise`, is met in answers that say nothing of themselves. */
const isDistinctive = (name: string): boolean =>
  name.length >= SHORTEST_NAME && /[\p{Lu}\p{Lo}\d]/u.test(name)

const exact = (name: string, of: TellingName['of']): TellingName => ({ name, of, exact: true })
