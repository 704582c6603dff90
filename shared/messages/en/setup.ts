/** Why the program cannot start or cannot reach a service. */
export const setup = {
  chromium_named_not_run: 'DEADHEAT_CHROMIUM names {path}, which cannot be run: fix it or unset it.',
  page_not_built: 'The page is not built. Run npm run build first, and then this command again.',
  no_chromium: 'There is no Chromium here: "npm test" installs one.',
  postgres_of_other_version:
    'The data in {cluster} was written by Postgres {was}, and this is Postgres {is}: back it up with the release of Deadheat that has Postgres {was} and restore it here, or set DATABASE_URL to a Postgres of your own.',
  database_not_made: 'The database cannot be made in {cluster}: {why}',
  setting_file_unread: '{setting}: {file} cannot be read ({code}). Name {wanted}, or unset it.',
  prices_wrong: '{file}: {wrong}. docs/how-to/model-servers.md shows a price file.',
  token_not_written:
    'Cannot write the admin token {path} ({code}). Name another folder in DEADHEAT_DATA, or make this one writable; with DATABASE_URL you can set DEADHEAT_ADMIN_TOKEN.',
  token_unread: 'Cannot read the admin token {path} ({code}). Make it readable, or set DEADHEAT_ADMIN_TOKEN.',
  port_needs_rights: 'Port {port} needs more rights than this user has. Choose one above 1023.',
} as const
