/**
 * What operators set of models on the page: keys of providers, sealed with a key of the data folder, and prices that the price
 * table lacks. Always holds: no answer, log, export or message has a key; a variable of the environment comes before it; a
 * key that is set or withdrawn holds for the next call, without a restart.
 */
export { ModelSettings } from './model-settings.ts'
export { modelRoutes } from './routes.ts'
