/** Keys of providers and prices of models, as operators set them on the page. */
import { z } from 'zod'

const Variable = z.string().regex(/^[A-Z][A-Z0-9_]{0,99}$/)

/** A key of a provider, by the variable of the environment that arenas name. The key itself is in no answer. */
export const ModelKey = z.object({
  variable: z.string(),
  from: z
    .enum(['environment', 'page', 'unreadable'])
    .nullable()
    .describe(
      'Null: it is not set. `unreadable`: it was set on the page, and the data folder lacks what opens it.',
    ),
  setAt: z.string().nullable().describe('When it was set on the page.'),
})
export type ModelKey = z.infer<typeof ModelKey>

export const ModelKeys = z.object({ keys: z.array(ModelKey) })
export type ModelKeys = z.infer<typeof ModelKeys>

export const ModelKeyRequest = z.strictObject({
  variable: Variable.describe('The variable that arenas name in apiKeyEnv.'),
  key: z.string().min(1).max(4000),
})
export type ModelKeyRequest = z.infer<typeof ModelKeyRequest>

const Usd = z.number().nonnegative().max(1e6)

/** A model with a price, in US dollars per million tokens. */
export const PricedModel = z.object({
  model: z.string(),
  input: z.number(),
  output: z.number(),
  retired: z.string().nullable().describe('From this day its maker no longer serves it.'),
})
export type PricedModel = z.infer<typeof PricedModel>

export const PricedModels = z.object({ models: z.array(PricedModel) })
export type PricedModels = z.infer<typeof PricedModels>

export const ModelPriceRequest = z.strictObject({
  model: z
    .string()
    .trim()
    .regex(/^[^*]{1,200}$/)
    .describe('The name that calls use.'),
  price: z
    .strictObject({ input: Usd, output: Usd })
    .nullable()
    .describe('US dollars per million tokens. Null: that of the price table again, if it has one.'),
})
export type ModelPriceRequest = z.infer<typeof ModelPriceRequest>
