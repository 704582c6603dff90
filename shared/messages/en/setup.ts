import type { ShortList } from '../short-list.ts'
import { namesClauseEnd } from './phrases.ts'

/** Why the program cannot start or cannot reach a service. */
export const setup = {
  chromium_named_not_run: 'DEADHEAT_CHROMIUM names {path}, which cannot be run: fix it or unset it.',
  chromium_not_installed:
    'The tests need Chromium and none could be installed ({why}): run "sudo apt-get install {packages}", or "npx playwright install --with-deps chromium", or name one in DEADHEAT_CHROMIUM.',
  page_not_built: 'The page is not built. Run npm run build first, and then this command again.',
  no_chromium: 'There is no Chromium here: "npm test" installs one.',
  address_failed: '{address} {how}.',
  no_postgres_address: '{setting} is not the address of a Postgres: it has the form {shape}.',
  no_postgres_binaries:
    'There are no Postgres binaries for {platform} in node_modules: install the packages without --omit=optional, or set DATABASE_URL to your own Postgres.',
  postgres_link_missing:
    'Postgres needs the link {link}, which cannot be created ({code}): install the packages as the owner of node_modules.',
  postgres_not_opened:
    'The embedded Postgres of {cluster} cannot be opened: {why}. See {log}; if a Postgres process hangs there, end it and start again.',
  postgres_refuses_password:
    'The embedded Postgres of {cluster} refuses the password that lies beside its data: restore the folder as a whole.',
  postgres_not_started: 'Postgres does not start on {cluster}: {why} (see {log})',
  postgres_of_other_version:
    'The data in {cluster} was written by Postgres {was}, and this is Postgres {is}: back it up with the release of Deadheat that has Postgres {was} and restore it here, or set DATABASE_URL to a Postgres of your own.',
  no_postgres_data:
    '{cluster} is not empty and holds no Postgres data: move it away, or name another folder in DEADHEAT_DATA.',
  password_unread:
    "The database's password cannot be read from {file} ({code}): put the file back, or name another folder in DEADHEAT_DATA.",
  database_not_made: 'The database cannot be made in {cluster}: {why}',
  user_may_not_pass:
    'The database in {cluster} runs as user {user}, who has no access to {barrier}: run "chmod o+x {barrier}", or move the data folder and name it in DEADHEAT_DATA.',
  data_folder_not_writable:
    'The data folder {folder} cannot be written to ({code}): give user {user} write permission, or name another folder in DEADHEAT_DATA.',
  data_of_other_user:
    'The database in {cluster} belongs to user {owner} and you are user {self}: start as that user, or name another folder in DEADHEAT_DATA.',
  socket_path_long:
    "The database's socket in {folder} would have a path of {length} bytes, and {most} is the limit: set TMPDIR to a shorter folder.",
  socket_folder_not_made:
    "The folder {folder} for the database's socket cannot be made ({code}): set TMPDIR to a folder you may write to.",
  socket_folder_of_other:
    "{folder}, where the database's socket belongs, is someone else's: remove it, or set TMPDIR to another folder.",
  not_migrated: '{what}, and nothing was changed: {why}',
  database_of_other_version:
    'Another version of Deadheat made this database: its migration {migration} is not known here. Update Deadheat, or use the database of this version.',
  setting_file_unread: '{setting}: {file} cannot be read ({code}). Name {wanted}, or unset it.',
  prices_wrong: '{file}: {wrong}. docs/how-to/model-servers.md shows a price file.',
  token_not_written:
    'Cannot write the admin token {path} ({code}). Name another folder in DEADHEAT_DATA, or make this one writable; with DATABASE_URL you can set DEADHEAT_ADMIN_TOKEN.',
  token_unread: 'Cannot read the admin token {path} ({code}). Make it readable, or set DEADHEAT_ADMIN_TOKEN.',
  sealing_key_not_there:
    "Cannot use {path} ({why}): it seals the keys of providers. Make it readable and its folder writable. Or set DEADHEAT_SEALING_KEY, or the provider's own variable, and start the server again.",
  start_option_unknown:
    '{option}: the server takes --port N and --host ADDRESS, and all else as environment variables; --help lists them.',
  setting_not_read: ({ name, near }: { name: string; near: ShortList }) =>
    `${name} is no setting, so it is not read; ${namesClauseEnd(near)}`,
  wrong_setting: '{setting}: {why}. It means: {meaning}.',
  port_taken: 'Port {port} on {host} is in use. Stop the other program, or choose another port: {again}.',
  port_needs_rights: 'Port {port} needs more rights than this user has. Choose one above 1023.',
  no_such_host: 'HOST={host}: this machine has no such address. Use 127.0.0.1, or 0.0.0.0 for all.',
  cannot_listen: 'Cannot listen on {host}, port {port}: {why}.',
  database_refused: 'The database "{database}" on {host} ({setting}) {remedy}',
  sessions_not_kept:
    '{setting} leads to a pooler that shares sessions, such as PgBouncer in transaction mode. Live boards and jobs need sessions of their own: set DATABASE_DIRECT_URL to the address of Postgres itself.',
  direct_elsewhere:
    'DATABASE_DIRECT_URL and DATABASE_URL lead to different databases. Let both lead to the same database.',
} as const
