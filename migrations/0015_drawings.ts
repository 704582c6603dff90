import { sql, type Kysely } from 'kysely'

/** How pages were drawn for judges. What was drawn before may be blank: it is forgotten, and drawn again when a judge needs it. */
export const up = (db: Kysely<unknown>) =>
  sql`
    -- { version, tries, failures by turn }; null: not drawn, or by a server of before this column
    alter table answers add column drawing jsonb;
    create or replace function forget_injection() returns trigger language plpgsql as $$
    begin
      new.injection := null;
      new.injection_rules := null;
      new.drawn := null;
      new.drawing := null;
      return new;
    end $$;
    update answers set drawn = null where drawn is not null`.execute(db)
