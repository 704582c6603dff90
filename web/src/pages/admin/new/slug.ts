import { slugify } from '../../../../../shared/sentence/slug.ts'

/** What an address of an arena looks like, as the pattern of an input. */
export const SLUG_PATTERN = '[a-z0-9\\-]{1,64}'

/** What ends the names of files that are read as tables. */
const EXTENSIONS = /(\.(csv|tsv|jsonl?|xlsx|xml|parquet|gz))+$/i

/** The address of an arena from the name of its file. */
export const slugOfFile = (name: string): string => slugify(name.replace(EXTENSIONS, '')) || 'arena'
