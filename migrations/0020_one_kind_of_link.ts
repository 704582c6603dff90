import { sql, type Kysely } from 'kysely'

/**
 * Links to pairs that judges have judged become invitations, which are for anybody: their name is empty. Of such a link only its
 * number was stored, and the link carries that number with a signature: the number stays in place of the token's hash, so
 * that links which were sent still open (server/voters/link-token.ts).
 */
export const up = (db: Kysely<unknown>) =>
  sql`
    alter table invitations
      add column kind text not null default 'vote' check (kind in ('vote', 'judges')),
      add constraint judged_pairs_are_for_anybody check (
        case kind when 'vote' then name <> '' else name = '' and coalesce(group_name, seats::text, goal::text) is null end);
    insert into invitations (arena_id, kind, name, token_hash, made_at, expires_at, withdrawn_at)
      select arena_id, 'judges', '', 'labelling ' || arena_id || ' ' || id, made_at, expires_at, withdrawn_at
      from labelling_links order by id;
    drop table labelling_links`.execute(db)
