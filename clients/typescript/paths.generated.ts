// Made by `npm run docs` from the OpenAPI document. Change the routes it is made from, not this file.

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is alive. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It is alive, with its version. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            alive: true;
                            version: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether this server should get requests: the database answers, stores data and has every migration. `votable` says whether an arena can be voted on. Migrations and storing are looked at every five seconds at most. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It should. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            ready: true;
                            votable: boolean;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every arena, newest first, including private ones, with the state of its latest judging run. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The list. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminArenas"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        /** Creates or updates an arena from an arena.yaml and the files it names: as multipart/form-data with one field for each path, or as JSON. With `?dry-run` nothing is stored, and the response says what would change and what a run would cost; `judges`, `votesPerPair`, `plan` and `budgetUsd` say which run. With `?no-calls`, what only prevents calls of models is no problem. With `?renew` a contestant that changed after its answers were seen gets the next name. */
        post: {
            parameters: {
                query?: {
                    "dry-run"?: string;
                    renew?: string;
                    judges?: string | string[];
                    votesPerPair?: number;
                    plan?: "everything" | "tournament";
                    budgetUsd?: number;
                    "no-calls"?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SentArena"];
                };
            };
            responses: {
                /** @description The arena is updated, or with `dry-run` only checked. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ArenaReceipt"] | components["schemas"]["ArenaTrial"];
                    };
                };
                /** @description The arena is created. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ArenaReceipt"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One arena with its settings, and which environment variables hold a key on this server. It never contains a key. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The arena. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminArenaDetail"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/visibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets who may see the arena: everybody, everybody who knows its address, or only those with the admin token. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["VisibilityRequest"];
                };
            };
            responses: {
                /** @description The visibility is set. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            arena: string;
                            /** @enum {string} */
                            visibility: "public" | "link" | "private";
                        };
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/decides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets when the arena decides: after a number of votes, at a moment, at whichever comes first, now, or never. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DecidesRequest"];
                };
            };
            responses: {
                /** @description It is set. `closedAt`: since when voting is closed; null: it is open. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            arena: string;
                            decides: components["schemas"]["DecidesSetting"];
                            closedAt: string | null;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One arena, with the sources, criteria and categories by which its board can be filtered. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The arena, with a strong ETag. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ArenaDetail"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/contestants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Each contestant of an arena: model, templates, parameters, owner, family. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The contestants, sorted by name. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContestantList"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/contestants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All contestants by name, including the retired ones. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The list. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminContestants"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/contestants/{contestant}/{change}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retires a contestant, or brings it back. It is not shown in battles any more; its votes and its place on the board stay. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    contestant: string;
                    change: "retire" | "restore";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The contestant now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            contestant: string;
                            name: string;
                            retiredAt: string | null;
                        };
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Prompts by key, including the retired ones, each with its first words and what is known of its answers: all of them in parts, or those that match. */
        get: {
            parameters: {
                query?: {
                    find?: string;
                    offset?: number;
                    limit?: number;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A part of the list, and how many match. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminPrompts"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/prompts/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retires prompts. They are not shown or judged any more, and their votes stay. Half an hour later everybody may read who gave which answer to them. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PromptSelection"];
                };
            };
            responses: {
                /** @description The prompts are retired. The response lists those that were in use. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PromptsReceipt"];
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/prompts/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Brings retired prompts back into use, or takes prompts of visitors into the set. Their texts are shown without names. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PromptRestoration"];
                };
            };
            responses: {
                /** @description The prompts are back. The response lists those that were retired. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PromptsReceipt"];
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The invitations of the arena, newest first, with what became of them, without their links. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The list, and each group as a whole. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Invitations"];
                    };
                };
            };
        };
        put?: never;
        /** Invites people: one link for each name, or one for anybody to pairs that judges have judged. The links are shown only in this response. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvitationsRequest"];
                };
            };
            responses: {
                /** @description The new invitations. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            invitations: components["schemas"]["NewInvitation"][];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/invitations/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The invitations of the arena as CSV, for reminders. It has no links. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The list. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/invitations/agreement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far invited people agree on pairs that several of them decided: all together, each against the others, each two. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The figures. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PeopleAgreement"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/invitations/shared-pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Draws pairs that everybody in a group of invited people is shown, sides at random, so that their votes can be compared. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SharedPairsRequest"];
                };
            };
            responses: {
                /** @description The pairs are drawn; fewer if the arena has no more. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            group: string;
                            criterion: string;
                            seed: number;
                            drawn: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/invitations/{invitation}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Withdraws an invitation. It casts no further votes. Votes that were cast with it stay. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    invitation: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The invitation is withdrawn. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Invitation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/invitations/{invitation}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives an invitation a new link, also an ended one. The old link ends; the people who opened it stay the same voters. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    invitation: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["RenewalRequest"];
                };
            };
            responses: {
                /** @description The invitation with its new link. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewInvitation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many votes the invited voter has cast, and all invited people together, by the cookie. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The progress. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InvitedProgress"];
                    };
                };
            };
        };
        put?: never;
        /** Opens an invitation: makes this browser its voter in the arena, also in a private one. Sets the voter cookie of the arena; a link to judged pairs sets the usual voter cookie. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OpenInvitationRequest"];
                };
            };
            responses: {
                /** @description The voter is invited. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InvitedProgress"];
                    };
                };
            };
        };
        /** Forgets the invitation in this browser, which then votes without one. Votes stay. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The cookie is removed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            arena: string;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/a/{arena}/pictures/{picture}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A picture of a prompt or an answer, without metadata. Texts name it `picture:NAME`; its name is random and says nothing about who made it. A private arena shows it to operators and invited voters. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    picture: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The picture. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": unknown;
                        "image/jpeg": unknown;
                        "image/webp": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/battles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Decided battles, part by part: who decided what, and why. Texts and reasons are shown if the prompt is not voted on any more, or with the admin token. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    category?: string;
                    from?: "" | string;
                    to?: "" | string;
                    contestant?: string;
                    against?: string;
                    prompt?: string;
                    criterion?: string | string[];
                    readable?: "true" | "";
                    judge?: string;
                    show?: "won" | "lost" | "tied" | "contradicted" | "disagreement" | "";
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A part of the list. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BattleList"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        /** Creates a blind battle: two answers to one prompt, and the ticket to vote on it. Sets the voter cookie. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["BattleRequest"];
                };
            };
            responses: {
                /** @description The battle, open for 30 minutes. In an arena with `proofOfWork: on` it has a puzzle, whose solution the vote has to bring. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssuedBattle"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/battles/{id}/vote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Chooses an outcome. Until it is final, another outcome takes its place; the same one again changes nothing, so a retry is safe. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["VoteRequest"];
                };
            };
            responses: {
                /** @description This outcome was recorded before. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VoteReceipt"];
                    };
                };
                /** @description The choice is recorded. It is one vote once it is final: after a reveal, the next draw, or a minute. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VoteReceipt"];
                    };
                };
            };
        };
        /** Takes a choice back that is not final. This closes the battle. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The vote is taken back. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            battle: string;
                            /** @constant */
                            withdrawn: true;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/battles/{id}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes the vote on a battle final, and names both contestants. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RevealRequest"];
                };
            };
            responses: {
                /** @description The vote and the names. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Reveal"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/votes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Recorded votes, newest first, with contestant names and the reason of a quarantine. */
        get: {
            parameters: {
                query?: {
                    before?: number;
                    limit?: number;
                    source?: "human" | "judge" | "result" | "simulated" | "live";
                    voter?: string;
                    quarantined?: "true" | "false";
                    said?: "true" | "false";
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of votes, and where the next page begins. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminVotes"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Removes all simulated votes permanently, with one retraction each. `source=simulated` is the only value. */
        delete: {
            parameters: {
                query: {
                    source: "simulated";
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The votes are removed. A second request removes none. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SimulatedRemoval"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/judging": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Progress and cost of the latest judging run, and what it waits for. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The state of the run, or null if there was none. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["JudgingState"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/judging/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Progress and cost of the latest judging run as Server-Sent Events: event `judging`, at once and in each second in which it changed. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The stream. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/judging/{change}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pauses the run, resumes it, or ends it for good with the challenge that it belongs to. Where a reply cost more than was reserved, only the role admin resumes it. A paused run sends no further calls; calls under way finish and count. Judgements stay. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    change: "pause" | "resume" | "cancel";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The state of the run now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["JudgingState"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/judging/budget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets the most that the run may cost in total, including what it has already cost. A run that stopped at its budget continues. More than the budget of the arena needs the role admin, which raises that budget where it leaves less. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BudgetRequest"];
                };
            };
            responses: {
                /** @description The state of the run now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["JudgingState"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many answers of each contestant passed each check, run by run, and whether the pass rate reached the required one. The verdict is whether the last runs did. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The report. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChecksReport"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/injections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers with words that speak to a judge, newest first, with how many judgements showed them. Those judgements count. */
        get: {
            parameters: {
                query?: {
                    before?: number;
                    limit?: number;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of answers, and where the next page begins. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InjectedAnswers"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/judging/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a judging run by this request would do and roughly cost now. It calls no model and starts nothing. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["JudgingRequest"];
                };
            };
            responses: {
                /** @description The estimate. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RunEstimate"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/judging/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts a judging run: it makes the missing answers and judges what the plan asks for. Every provider must first confirm that it knows its models. An open run continues. Once the budget of the arena is spent, only a budget given with the role admin starts another. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["JudgingRequest"];
                };
            };
            responses: {
                /** @description The state of the run now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["JudgingState"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/judges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every judge compared with the human votes: agreement, consistency, preferences, cost, trust. Also how far humans agree with each other. The verdict is whether all judges are calibrated. */
        get: {
            parameters: {
                query?: {
                    by?: "category" | "month" | "version";
                    fresh?: string;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The report. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["JudgesReport"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/judges/retest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far the verdicts of a judge change when it is asked again, and which judges are due for that. Also the results if one judge replaced another. It calls no model. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The report. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RetestReport"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/calibration/battles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a blind battle that judges have judged, for somebody who has opened an invitation to such pairs. It works for a private arena too. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["BattleRequest"];
                };
            };
            responses: {
                /** @description The battle, open for 30 minutes. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssuedBattle"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The public arenas, newest first and page by page, each with what its board says. */
        get: {
            parameters: {
                query?: {
                    q?: string;
                    limit?: number;
                    offset?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A part of the list, with a strong ETag. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ArenaList"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The published board of a view. With `?since=2026-11-24` its texts also say what changed since that day or moment. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                    since?: "" | string;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The board, with a strong ETag. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Board"];
                        "text/plain": string;
                        "text/markdown": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What the votes of the voter behind the cookie come to. Makes them final, since it names contestants. For the voter alone, and without intervals. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The result. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VoterResult"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/leaderboard/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The board as Server-Sent Events, at once and whenever it changes. The event is `leaderboard`, its id the snapshot, its data the board. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The stream. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/head-to-head": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Wins, losses and ties of each pair among the published votes of a view. With `contestant`, only the pairs of that contestant. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                    contestant?: string;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The pairs that met, with a strong ETag. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HeadToHead"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How one contestant of a view differs from each other one, in rating points and in win rate, with 95 % intervals. */
        get: {
            parameters: {
                query: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                    contestant: string;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The differences, with a strong ETag. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Differences"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/win-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The win rate of each contestant against one baseline, from the votes on the two alone, plain and adjusted to answers of equal length. Their ratings of the same view are beside it. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                    baseline?: string;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The win rates, with a strong ETag. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WinRates"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the board of a view rests on: how well the model fits, and what votes share. It also says what the left position and the style of answers are worth. None of it is declared. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The reports, with a strong ETag. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BoardReports"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/sampling": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many published votes of a view each pair has that can be drawn, and how even that is. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                    pairs?: "all" | "none";
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The counts, with a strong ETag. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SamplingCounts"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ratings of the boards of a view, oldest first: the last stored board of each of the latest 48 hours, and of each day before; before the first stored board, boards of up to 60 days that were counted later, from the times at which votes were cast. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The history, with a strong ETag. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["History"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/a/{arena}/badge.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A badge for READMEs: the result of an arena in a few words, light and dark. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The badge. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/a/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The board of an arena as text: `<arena>.md` or `<arena>.txt`. With `?since=2026-11-24` it also says what changed since that day or moment. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                    since?: "" | string;
                };
                header?: never;
                path: {
                    file: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The board. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/markdown": string;
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/a/{arena}/plate.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The board as one picture of 1200 × 630 pixels: title, sentence, the topmost rows with their intervals and the finish line, and source. `lang` and `theme` choose how it looks. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                    lang?: "en" | "de";
                    theme?: "light" | "dark";
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The picture. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/a/{arena}/plate.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture of `plate.svg` as PNG, for places that show no SVG. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                    lang?: "en" | "de";
                    theme?: "light" | "dark";
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The picture. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/a/{arena}/embed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture of a board with a link to the board, as a page without scripts. It is the only page that frames of other sites may show. Without `theme` it is light or dark as the browser prefers. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                    lang?: "en" | "de";
                    theme?: "light" | "dark";
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oembed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** oEmbed 1.0: the frame that shows a board, for the address of its page. The parameters of that address choose the view, `lang` and `theme`. */
        get: {
            parameters: {
                query: {
                    url: string;
                    format?: string;
                    maxwidth?: number;
                    maxheight?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The frame as HTML, with its size, and with a strong ETag. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            version: "1.0";
                            /** @constant */
                            type: "rich";
                            title: string;
                            provider_name: string;
                            provider_url: string;
                            thumbnail_url?: string;
                            thumbnail_width?: number;
                            thumbnail_height?: number;
                            html: string;
                            width: number;
                            height: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/contestants/{contestant}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One contestant in a view: its row of the board, its record against each opponent, its best and worst prompts. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                };
                header?: never;
                path: {
                    arena: string;
                    contestant: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The record. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContestantRecord"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/battles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A decided battle. An open one is unknown here. Texts and reasons are shown if the prompt is not voted on any more, or with the admin token. Voters see the prompt and answers of their own votes, by their cookie. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The battle. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DecidedBattle"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is left to judge in an arena, what it costs, and how many votes its board still needs to detect a win rate. */
        get: {
            parameters: {
                query?: {
                    winRate?: number;
                    alpha?: number;
                    power?: number;
                    votesPerPair?: number;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The needs. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ArenaNeeds"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether contestant `a` may replace `b`, by the published votes they share, under each criterion and by a gate. */
        get: {
            parameters: {
                query: {
                    a: string;
                    b: string;
                    source?: string;
                    criterion?: string | string[];
                    preset?: "cosmetic" | "default" | "critical" | "";
                    minWinRate?: number;
                    minVotes?: number;
                    alpha?: number;
                    sequential?: "true" | "false" | "";
                    maxCostRatio?: number;
                    maxLatencyRatio?: number;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The comparison. Its figures are those of `a`. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Comparison"];
                        "text/plain": string;
                        "text/markdown": string;
                        "application/xml": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/compare/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Compares two contestants on what judges judged. Unless that decides, or cannot be expected to, it starts judging the next batch of prompts. Wait until the run has ended, then ask again with these prompts in `tried`. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BatchBody"];
                };
            };
            responses: {
                /** @description The comparison so far, and the prompts of the next batch. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BatchLook"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the files of an arena were read: the plan of each, oldest first. An arena.yaml is not among them. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The files. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ArenaFilesRead"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/export/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads `votes`, `ratings`, `battles`, `judgements` or `preferences` as .csv, .json, .jsonl or .parquet. Without query parameters, the rows of all views. Texts with names are included if the prompt is not voted on any more, or with the admin token. */
        get: {
            parameters: {
                query?: {
                    source?: string;
                    criterion?: string;
                    category?: string;
                    group?: string;
                    from?: "" | string;
                    to?: "" | string;
                    looks?: "any" | "one" | "";
                };
                header?: never;
                path: {
                    arena: string;
                    file: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The file, streamed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": unknown;
                        "application/json": unknown;
                        "application/x-ndjson": unknown;
                        "application/vnd.apache.parquet": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/recipe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The arena as an arena.yaml with the files it names, and a list of what no file can express. Sending them back changes nothing. The audit log records that texts were taken. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The files. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ArenaRecipe"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says of each file what it would be read as, column by column, with sample values, counts and doubts: files as multipart/form-data, or one as the body. Nothing is stored. What cannot be used is said in `refused`. */
        post: {
            parameters: {
                query?: {
                    map?: string;
                    ignore?: string;
                    outcomes?: string;
                    from?: "scores" | "ranks" | "results" | "counts";
                    plan?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What each file holds, as `look` prints it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FileLooks"];
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Imports votes, answers and prompts: files as multipart/form-data with one field each, or one file as the body, gzip too. All or nothing. Sending the same again adds nothing. With `?dry-run` nothing is stored; with `?create` the arena is new; with `?strict` the first bad row stops the import. A file with something doubtful is refused without `?yes`. */
        post: {
            parameters: {
                query?: {
                    orders?: "merge" | "separate";
                    "dry-run"?: string;
                    strict?: string;
                    map?: string;
                    ignore?: string;
                    outcomes?: string;
                    from?: "scores" | "ranks" | "results" | "counts";
                    plan?: string;
                    prompts?: string;
                    answers?: string;
                    yes?: string;
                    create?: string;
                    title?: string;
                    question?: string;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What was read, and what it added or would add. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ImportReceipt"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole arena as an archive, in one snapshot: texts, pictures, votes with their voters, judgements. It is as secret as the database. The audit log records it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The archive, streamed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/gzip": unknown;
                    };
                };
            };
        };
        /** Makes a new arena of this name from an archive, which is the body. The file is checked first; then all of it is written, or nothing. Ids stay the same. Links to vote that this database already has stay with the arena they belong to. */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The arena is created. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BroughtArchive"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/voters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who voted on the page, the last first: votes, agreement with the others on the same pairs, quarantine, and the names of invited people. 500 at most, from the newest 200,000 votes. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The list. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminVoters"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log of the arena: who did what and when, newest first, or the entries that match. */
        get: {
            parameters: {
                query?: {
                    before?: number;
                    limit?: number;
                    find?: string;
                    act?: "arena_created" | "arena_changed" | "visibility_changed" | "contestant_retired" | "contestant_restored" | "prompts_retired" | "prompts_restored" | "judging_started" | "judging_paused" | "judging_resumed" | "judging_cancelled" | "budget_changed" | "live_reopened" | "schedule_paused" | "schedule_resumed" | "challenge_started" | "votes_quarantined" | "votes_released" | "attack_suspected" | "leaks_searched" | "leaks_released" | "leaks_held" | "voter_erased" | "text_erased" | "simulated_votes_removed" | "closing_changed" | "decides_changed" | "decided" | "voting_closed" | "voting_opened" | "invitations_made" | "pairs_shared" | "invitation_withdrawn" | "invitation_renewed" | "texts_exported" | "arena_removed" | "token_made" | "token_withdrawn" | "key_set" | "key_withdrawn" | "price_set";
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of entries, and where the next page begins. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuditLog"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/votes/{change}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts votes in quarantine, or releases them, and records the reason. No board counts votes in quarantine, and each board says how many it leaves out. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    change: "quarantine" | "release";
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["QuarantineRequest"];
                };
            };
            responses: {
                /** @description The votes that changed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["QuarantineReceipt"];
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/suspicions/{change}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts all votes of a voter on the page into quarantine, or releases them. Without a reason, the finding is the reason. After a release, the search for attacks no longer reports the voter. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    change: "quarantine" | "release";
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SuspicionRequest"];
                };
            };
            responses: {
                /** @description How many votes changed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SuspicionReceipt"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/leaks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers that name their model or its maker, and prompts that ask for it, newest first. Each has the number of votes that do not count because of it. */
        get: {
            parameters: {
                query?: {
                    before?: number;
                    limit?: number;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of leaks, and where the next page begins. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Leaks"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/leaks/{change}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Releases leaks as false alarms, or holds released ones again. Votes on released ones count again, and they are not found again. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    change: "release" | "hold";
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LeakRequest"];
                };
            };
            responses: {
                /** @description The leaks that changed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LeakReceipt"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/erase/voter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Erases a person for good. The votes stay and count, under a pseudonym. Reasons and network of the person are deleted. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EraseVoterRequest"];
                };
            };
            responses: {
                /** @description The pseudonym. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErasedVoter"];
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/erase/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Erases the answers of a contestant to a prompt, or a prompt with all its answers, for good. Votes on them stay and count. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EraseTextRequest"];
                };
            };
            responses: {
                /** @description What was erased. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErasedText"];
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes an arena for good, with its contestants, prompts, answers, votes, boards and log. The log of the server keeps one entry. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RemovalRequest"];
                };
            };
            responses: {
                /** @description What was removed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RemovedArena"];
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The log of the server: arenas that were removed, and tokens of operators, by whom and when, newest first. */
        get: {
            parameters: {
                query?: {
                    before?: number;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of entries, and where the next page begins. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuditLog"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The figures of this process in the text format of Prometheus. Send the admin token or the token of DEADHEAT_METRICS_TOKEN. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The figures. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whose token the request carries, its role, and how large an import may be. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The name, the role and the limit. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CurrentToken"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The named tokens of operators, newest first, also withdrawn ones, without the tokens themselves. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The list. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            tokens: components["schemas"]["OperatorToken"][];
                        };
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        /** Makes a named token with a role. Only this response contains the token. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OperatorTokenRequest"];
                };
            };
            responses: {
                /** @description The token. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewOperatorToken"];
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tokens/{token}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Withdraws a named token. It ends at once. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    token: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The token. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorToken"];
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The keys of providers that arenas name, and whether this server has them: from its environment, or set on the page. No answer contains a key. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description By variable. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelKeys"];
                    };
                };
            };
        };
        put?: never;
        /** Sets the key of a provider, in place of one that was set before. It is stored sealed; what opens it is in the data folder of this server. A variable of the environment comes first. Holds for the next call. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ModelKeyRequest"];
                };
            };
            responses: {
                /** @description The keys now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelKeys"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/keys/{variable}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes a key that was set on the page. The next call is made without it. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    variable: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The keys now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelKeys"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Models whose price is known, by name, with US dollars per million tokens: those that were set here first, then the price table. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The models. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PricedModels"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/models/price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets the price of a model on this server, before that of the price table. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ModelPriceRequest"];
                };
            };
            responses: {
                /** @description The models now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PricedModels"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/suspicions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Voters and groups whose votes look like an attack, newest first, with the reason, the evidence and what became of their votes. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The newest suspicions. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Suspicions"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/climb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every challenge of an incumbent: epochs, attempts, promotions. With `attempt`, that attempt prompt by prompt. Texts and reasons need the admin token. */
        get: {
            parameters: {
                query?: {
                    attempt?: number;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The climb. It is empty before the first attempt. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Climb"];
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/challenges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The progress of the challenge that is under way or was interrupted, or else the result of the latest. The judging routes show its run. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The state, or null if no challenge was ever asked for. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChallengeState"];
                    };
                };
            };
        };
        put?: never;
        /** Starts a challenge: a challenger against the incumbent on the prompts with references. Every provider must first confirm that it knows its models. An interrupted challenge continues, and one in the log is not judged again. The judging routes pause, resume and cancel it and set its budget. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChallengeBody"];
                };
            };
            responses: {
                /** @description The state of the challenge now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChallengeState"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/challenges/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The result of the latest challenge as the log has it, prompt by prompt, or why it has none yet. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The result, or why there is none. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChallengeOutcome"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What live battles cost so far and today, and the prompts that were refused. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The report. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LiveReport"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/live/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lets visitors be answered again by a contestant that was closed because it charged more than was reserved. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReopenRequest"];
                };
            };
            responses: {
                /** @description The report. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LiveReport"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a visitor is told before writing a prompt of their own. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The terms. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LiveTerms"];
                    };
                };
            };
        };
        put?: never;
        /** Sends a prompt of the visitor to two contestants, blind. Sets the voter cookie. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LiveRequest"];
                };
            };
            responses: {
                /** @description The conversation, whose stream has the answers. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LiveBattle"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/live/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A conversation of this visitor as it is now. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The conversation. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LiveBattle"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/live/{id}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Goes on with a conversation. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LiveTurnRequest"];
                };
            };
            responses: {
                /** @description The conversation. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LiveBattle"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/live/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes the answers of the last turn again, after they failed or were stopped. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The conversation. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LiveBattle"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/live/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the answers that are being made. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The conversation. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LiveBattle"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/live/{id}/battle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The battle of the last turn, with the ticket to vote on it. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The battle. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IssuedBattle"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/arenas/{arena}/live/{id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The answers of the last turn as Server-Sent Events: `text` with the next characters of both, at last `end` with the conversation. It goes on after Last-Event-ID. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    arena: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The stream. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/web-answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The empty page into which the vote page writes an answer that is a web page, in arenas with `webAnswers: on`. Its Content-Security-Policy gives it an origin of its own and no network. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The empty page. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/arenas/{arena}/drawn-answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers that are web pages, as a browser drew them for judges, newest first. Those without a picture say why. */
        get: {
            parameters: {
                query?: {
                    before?: number;
                    limit?: number;
                    failed?: string;
                };
                header?: never;
                path: {
                    arena: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of answers, and where the next page begins. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DrawnAnswers"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/arena.schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of arena.yaml. Editors complete and check the file with it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The schema. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            type: string;
            title: string;
            status: number;
            code: string;
            detail: string;
            finding?: components["schemas"]["WireMessage"];
            requestId: string;
            problems?: components["schemas"]["FileProblem"][];
        };
        WireMessage: {
            code: string;
            values: {
                [key: string]: unknown;
            };
        };
        FileProblem: {
            file: string;
            line: number;
            path: string | null;
            message: string;
            finding?: components["schemas"]["WireMessage"];
            /** @enum {string} */
            stops: "all" | "calls";
        };
        AdminArenas: {
            arenas: components["schemas"]["AdminArena"][];
        };
        AdminArena: {
            arena: string;
            title: string;
            description: string;
            contestants: number;
            /** @description All votes that are not in quarantine. A board may count fewer: it leaves out judges that failed, and beside people those that were not measured. */
            votes: number;
            simulatedVotes: number;
            votable: boolean;
            /** @description Since when people can no longer vote. Absent: voting is open. */
            closedAt?: string;
            /** @enum {string} */
            visibility: "public" | "link" | "private";
            createdAt: string;
            judging: ("running" | "paused" | "cancelled" | "budget_reached" | "done") | null;
        };
        AdminArenaDetail: {
            arena: string;
            title: string;
            description: string;
            contestants: number;
            /** @description All votes that are not in quarantine. A board may count fewer: it leaves out judges that failed, and beside people those that were not measured. */
            votes: number;
            simulatedVotes: number;
            votable: boolean;
            /** @description Since when people can no longer vote. Absent: voting is open. */
            closedAt?: string;
            /** @enum {string} */
            visibility: "public" | "link" | "private";
            criteria: string[];
            categories: string[];
            sources: {
                source: string;
                kind: ("human" | "judge" | "result" | "simulated" | "live") | "all";
                votes: number;
            }[];
            defaultSource: string | null;
            /** @description When the arena decides, and what it decided. Absent: it is open-ended. */
            decides?: {
                votes: number | null;
                at: string | null;
                /** @enum {string} */
                afterwards: "close" | "go_on";
                sealedAt: string;
                seal: string;
                plan: components["schemas"]["SealedPlan"];
                changed: {
                    at: string;
                    what: ("question" | "contestants" | "prompts" | "view" | "criteria" | "units" | "level" | "gate" | "decides")[];
                }[];
                decided: components["schemas"]["Decision"] | null;
                /** @description The counted votes of the sealed view. */
                soFar: number;
            };
            /** @description About how many votes it takes until half of the contestants have a rating. */
            firstRatings: number;
            /** @description The groups of invited people with a board of their own. Absent: none. */
            groups?: string[];
            /**
             * @description Set with `sampling: focus`: half of the pairs are drawn among those that may still be first.
             * @constant
             */
            focus?: true;
            /**
             * @description Whether visitors may write prompts of their own.
             * @constant
             */
            live?: true;
            /**
             * @description Whether contestants have `factors`.
             * @constant
             */
            hasIngredients?: true;
            prompts: number;
            retiredPrompts: number;
            references: number;
            createdAt: string;
            settings: components["schemas"]["ArenaSettings"];
            keys: components["schemas"]["ProviderKey"][];
            /** @description How many judges are asked. */
            judges: number;
            /** @description Votes that people cast on the page of this server and did not take back. */
            cast: number;
        };
        SealedPlan: {
            question: {
                title: string;
                description: string;
            };
            contestants: {
                names: string[];
                sha256: string;
            };
            prompts: {
                count: number;
                sha256: string;
            };
            view: {
                /** @enum {string} */
                source: "humans" | "judges";
                criterion: string | null;
            };
            criteria: string[];
            units: ("prompt" | "voter")[];
            level: number;
            gate: {
                [key: string]: unknown;
            } | null;
            decides: {
                votes: number | null;
                at: string | null;
            };
        };
        Decision: {
            at: string;
            /** @enum {string} */
            state: "first_votes" | "dead_heat" | "leads" | "wins";
            leader: string | null;
            deadHeat: string[];
            /** @enum {string} */
            looks: "any" | "one";
            rule: {
                method: string;
                methodVersion: number;
                level: number;
                units: ("prompt" | "voter")[];
                rounds: number;
                seed: number;
            };
            votes: number;
            votesSha256: string;
            seal: string;
        };
        ArenaSettings: {
            /** @description How much is judged; everything if left out. */
            plan?: components["schemas"]["JudgingPlan"];
            /** @description When a judge counts as calibrated (docs/explanation/judges.md#trust). */
            trust?: components["schemas"]["TrustTerms"];
            /** @description What `compare` asks for (docs/explanation/compare.md#the-gate). */
            gate?: components["schemas"]["GateSettings"];
            /**
             * @description How pairs are drawn for voters: all equally often, the default, or with focus (docs/how-to/focus.md).
             * @enum {string}
             */
            sampling?: "uniform" | "focus";
            /** @description Answers of each contestant to each prompt. Default: 1. Battles and judgements draw one of them; climbs use the first, checks all. */
            samples?: number;
            /**
             * @description What happens to votes that look like an attack (docs/explanation/attacks.md#what-follows). Default: `quarantine` where others can reach the server, else `flag`.
             * @enum {string}
             */
            anomalies?: "quarantine" | "flag" | "off";
            /**
             * @description Whether a vote costs computing time (docs/explanation/attacks.md#proof-of-work). Default: `off`.
             * @enum {string}
             */
            proofOfWork?: "off" | "on";
            /**
             * @description Whether HTML pages and SVG pictures run in a frame (docs/how-to/web-answers.md). Default: `off`.
             * @enum {string}
             */
            webAnswers?: "off" | "on";
            /** @description Visitors write prompts of their own (docs/how-to/live.md). */
            live?: components["schemas"]["LiveSettings"];
            /** @description How many votes of one person count under each criterion (docs/explanation/attacks.md#a-cap-for-each-voter). */
            voterCap?: number;
            /** @description When the arena decides, or `never`, the default (docs/how-to/invite.md#the-decision-day). */
            decides?: components["schemas"]["DecidesSetting"];
            /** @description Answers that name their model or its maker (docs/explanation/leaks.md). Votes on them count on no board. */
            leaks?: components["schemas"]["LeakSettings"];
            /** @description The most that the arena may cost, in US dollars (docs/how-to/judge.md#budget). */
            budgetUsd?: number;
            /** @description The most that it may cost in one day (UTC). */
            budgetUsdPerDay?: number;
        };
        JudgingPlan: {
            /** @description Votes for each pair of contestants, judge and criterion. */
            votesPerPair?: number;
            /** @description Judge every pair on every prompt, the default. */
            everything?: boolean;
            /** @description Every contestant is compared only with this one. */
            baseline?: string;
            /** @description Judge for a tenth of everything at most (docs/how-to/judge.md#many-contestants). */
            tournament?: boolean;
            /** @description Whether judges also judge live battles (docs/how-to/live.md). */
            live?: boolean;
        };
        TrustTerms: {
            /**
             * @description Of the pairs decided by both judge and people, the share with the same answer.
             * @default 0.75
             */
            minAgreement?: number;
            /**
             * @description Shared pairs that are needed before a judge is rated.
             * @default 50
             */
            minVotes?: number;
            /**
             * @description Days after which a calibration is due again.
             * @default 30
             */
            recheckDays?: number;
        };
        GateSettings: {
            /**
             * @description Thresholds to start from.
             * @enum {string}
             */
            preset?: "cosmetic" | "default" | "critical";
            /** @description The smallest win rate that passes. */
            minWinRate?: number;
            /** @description The smallest number of votes under each criterion. */
            minVotes?: number;
            /** @description Significance level, two-sided, over all criteria. */
            alpha?: number;
            /** @description The most its answers may cost, as a multiple of what it replaces. */
            maxCostRatio?: number;
            /** @description The longest its answers may take, as a multiple of what it replaces. */
            maxLatencyRatio?: number;
            /**
             * @description `measured`: judges decide only if each judge that counts is calibrated. Default: `any`, with a warning.
             * @enum {string}
             */
            judge?: "any" | "measured";
        };
        LiveSettings: {
            /** @description The most that all live battles may cost, in US dollars. */
            budgetUsd: number;
            /** @description The most in one day (UTC). Default: `budgetUsd`. */
            dailyUsd?: number;
            /** @description The most for one visitor in a day. Default: a tenth of `dailyUsd`. */
            visitorUsd?: number;
            /** @description The most for one network address in a day. Default: a quarter of `dailyUsd`. */
            addressUsd?: number;
            /**
             * @description A vote for each conversation, or after each turn; public exports then name the contestants while it may go on.
             * @default end
             * @enum {string}
             */
            vote?: "end" | "turn";
            /**
             * @description The most prompts of one conversation.
             * @default 5
             */
            turns?: number;
            /**
             * @description The longest prompt.
             * @default 4000
             */
            characters?: number;
            /**
             * @description The longest answer, for contestants without `max_tokens`.
             * @default 1000
             */
            tokens?: number;
            /** @description What a visitor agrees to before the first prompt. */
            consent?: string;
            /**
             * @description After so many days the texts are erased.
             * @default 90
             */
            keepDays?: number;
            /** @description What checks each prompt before it is sent. */
            moderation?: {
                /** @description One of `providers`. Type `openai`: its endpoint /moderations is asked. `http` or `exec`: it gets the messages and answers `flagged` or `ok`. */
                provider: string;
                /** @description The model of the endpoint. */
                model?: string;
                /**
                 * @description Whether the texts of refused prompts are kept.
                 * @default false
                 */
                keepRefused?: boolean;
            };
        };
        DecidesSetting: "never" | components["schemas"]["DecisionDay"];
        DecisionDay: {
            /** @description The first so many counted votes decide. */
            votes?: number;
            /** @description Votes before this moment decide: `2026-12-01T18:00:00Z`, or a date, from 00:00 UTC on. */
            at?: string;
            /**
             * @description Whether people may vote afterwards. Default: `go_on`.
             * @enum {string}
             */
            afterwards?: "close" | "go_on";
            /**
             * @description Whose votes decide. Default: judges where there are some, else people.
             * @enum {string}
             */
            source?: "people" | "judges";
        };
        LeakSettings: {
            /** @description Whether they are looked for. Default: `true`. `false` releases what was found. */
            find?: boolean;
            /** @description More names by which any answer could give itself away. */
            words?: string[];
            /** @description More names for the answers of one contestant, by its name. */
            of?: {
                [key: string]: string[];
            };
        };
        ProviderKey: {
            provider: string;
            apiKeyEnv: string;
            isSet: boolean;
        };
        VisibilityRequest: {
            /** @enum {string} */
            visibility: "public" | "link" | "private";
        };
        DecidesRequest: components["schemas"]["DecidesSetting"] | {
            /**
             * @description It decides at once, and closes.
             * @constant
             */
            now: true;
        } | {
            /**
             * @description What follows a decision that was made.
             * @enum {string}
             */
            afterwards: "close" | "go_on";
        };
        ArenaDetail: {
            arena: string;
            title: string;
            description: string;
            contestants: number;
            /** @description All votes that are not in quarantine. A board may count fewer: it leaves out judges that failed, and beside people those that were not measured. */
            votes: number;
            simulatedVotes: number;
            votable: boolean;
            /** @description Since when people can no longer vote. Absent: voting is open. */
            closedAt?: string;
            /** @enum {string} */
            visibility: "public" | "link" | "private";
            criteria: string[];
            categories: string[];
            sources: {
                source: string;
                kind: ("human" | "judge" | "result" | "simulated" | "live") | "all";
                votes: number;
            }[];
            defaultSource: string | null;
            /** @description When the arena decides, and what it decided. Absent: it is open-ended. */
            decides?: {
                votes: number | null;
                at: string | null;
                /** @enum {string} */
                afterwards: "close" | "go_on";
                sealedAt: string;
                seal: string;
                plan: components["schemas"]["SealedPlan"];
                changed: {
                    at: string;
                    what: ("question" | "contestants" | "prompts" | "view" | "criteria" | "units" | "level" | "gate" | "decides")[];
                }[];
                decided: components["schemas"]["Decision"] | null;
                /** @description The counted votes of the sealed view. */
                soFar: number;
            };
            /** @description About how many votes it takes until half of the contestants have a rating. */
            firstRatings: number;
            /** @description The groups of invited people with a board of their own. Absent: none. */
            groups?: string[];
            /**
             * @description Set with `sampling: focus`: half of the pairs are drawn among those that may still be first.
             * @constant
             */
            focus?: true;
            /**
             * @description Whether visitors may write prompts of their own.
             * @constant
             */
            live?: true;
            /**
             * @description Whether contestants have `factors`.
             * @constant
             */
            hasIngredients?: true;
            prompts: number;
            retiredPrompts: number;
            references: number;
        };
        ContestantList: {
            arena: string;
            contestants: components["schemas"]["ContestantDescription"][];
        };
        ContestantDescription: {
            slug: string;
            name: string;
            retiredAt: string | null;
            provider: string | null;
            model: string | null;
            system: string | null;
            template: string | null;
            params: {
                [key: string]: unknown;
            };
            owner: string | null;
            family: string | null;
            controlOf: string | null;
            factors: {
                [key: string]: string;
            };
        };
        AdminContestants: {
            contestants: components["schemas"]["AdminContestant"][];
        };
        AdminContestant: {
            contestant: string;
            name: string;
            provider: string | null;
            model: string | null;
            answers: number;
            /** @description Prompts in use without an answer of this contestant. */
            unanswered: number;
            /** @description Answers that name their model or its maker. Voters are not shown them. */
            leaks: number;
            retiredAt: string | null;
        };
        AdminPrompts: {
            prompts: components["schemas"]["AdminPrompt"][];
            /** @description How many prompts match. */
            matching: number;
            total: number;
        };
        AdminPrompt: {
            key: string;
            category: string | null;
            beginning: string | null;
            retiredAt: string | null;
            /** @description How many contestants have an answer to it. */
            contestants: number;
            /** @description Whether several contestants answered, all with the same text. */
            alike: boolean;
            /** @description Answers that name their model or its maker, and 1 more if the prompt asks for it. */
            leaks: number;
            textsPublicFrom: string | null;
        };
        PromptSelection: {
            keys?: string[];
            category?: string;
            /** @constant */
            all?: true;
        };
        PromptsReceipt: {
            arena: string;
            retired: boolean;
            prompts: string[];
            werePublic: string[];
            warning: string | null;
            finding?: components["schemas"]["WireMessage"];
            textsPublicFrom: string | null;
        };
        PromptRestoration: {
            keys?: string[];
            category?: string;
            /** @constant */
            all?: true;
            into?: string;
        };
        Invitations: {
            invitations: components["schemas"]["Invitation"][];
            groups: components["schemas"]["InvitedGroup"][];
        };
        Invitation: {
            invitation: number;
            /**
             * @description `vote`: its voters are shown pairs as the arena draws them. `judges`: pairs that judges have judged, by one link for anybody.
             * @enum {string}
             */
            kind: "vote" | "judges";
            /** @description Null: the link is for anybody. */
            name: string | null;
            group: string | null;
            /** @description Null: the link is for one person, or for anybody. */
            seats: number | null;
            goal: number | null;
            /** @enum {string} */
            state: "unopened" | "open" | "complete" | "expired" | "withdrawn";
            madeAt: string;
            expiresAt: string;
            withdrawnAt: string | null;
            /** @description How many people opened the link. */
            people: number;
            /** @description In how many browsers the link was opened. */
            browsers: number;
            /** @description Votes that were not taken back. */
            votes: number;
            /** @description How many of them are in quarantine. */
            quarantined: number;
            lastVoteAt: string | null;
            /** @description The voter id in votes and exports, once the person opened the link. Null for a link for several. */
            voter: string | null;
        };
        InvitedGroup: {
            group: string | null;
            invited: number;
            people: number;
            votes: number;
            /** @description Absent: the group shares no pairs. */
            assigned?: components["schemas"]["AssignedPairs"];
            /** @description Votes asked of all invited people. Null: none were asked of some. */
            goal: number | null;
        };
        AssignedPairs: {
            pairs: number;
            /** @description Pairs with all their votes. */
            complete: number;
            /** @description Votes on these pairs, at most as many as each needs. */
            votes: number;
            wanted: number;
        };
        PeopleAgreement: {
            together: {
                criterion: string;
                people: number;
                /** @description Pairs of answers that at least two invited people decided. */
                pairs: number;
                /** @description Krippendorff's α of all of them, nominal. */
                alpha: number | null;
                interval: [
                    number,
                    number
                ] | null;
            }[];
            /** @description Each person against all others on the same pairs, the least agreement first. */
            each: {
                voter: string;
                name: string;
                group: string | null;
                /** @description Pairs of answers that both decided; with several others, each counted. */
                shared: number;
                /** @description The share of these on which they said the same. Tie and both bad are one class. */
                share: number | null;
                /** @description Cohen's κ. Null: only one class occurs. */
                kappa: number | null;
                /** @description 95 %, by a jackknife over groups of whole prompts. Null: under three groups. */
                kappaInterval: [
                    number,
                    number
                ] | null;
            }[];
        };
        InvitationsRequest: {
            /**
             * @description `vote`: its voters are shown pairs as the arena draws them. `judges`: pairs that judges have judged, by one link for anybody.
             * @default vote
             * @enum {string}
             */
            kind?: "vote" | "judges";
            /** @description One link for each name. Only operators ever see these names. */
            people?: string[];
            /** @description Their group, which is fixed: the progress of its people is counted together. */
            group?: string;
            /** @description Makes each link one for this many people of the group, each a voter of their own. */
            seats?: number;
            /** @description How many votes are asked of each person. */
            goal?: number;
            /**
             * @description How long the links are valid, in days.
             * @default 30
             */
            days?: number;
        };
        NewInvitation: {
            invitation: number;
            /**
             * @description `vote`: its voters are shown pairs as the arena draws them. `judges`: pairs that judges have judged, by one link for anybody.
             * @enum {string}
             */
            kind: "vote" | "judges";
            /** @description Null: the link is for anybody. */
            name: string | null;
            group: string | null;
            /** @description Null: the link is for one person, or for anybody. */
            seats: number | null;
            goal: number | null;
            /** @enum {string} */
            state: "unopened" | "open" | "complete" | "expired" | "withdrawn";
            madeAt: string;
            expiresAt: string;
            withdrawnAt: string | null;
            /** @description How many people opened the link. */
            people: number;
            /** @description In how many browsers the link was opened. */
            browsers: number;
            /** @description Votes that were not taken back. */
            votes: number;
            /** @description How many of them are in quarantine. */
            quarantined: number;
            lastVoteAt: string | null;
            /** @description The voter id in votes and exports, once the person opened the link. Null for a link for several. */
            voter: string | null;
            path: string;
        };
        SharedPairsRequest: {
            group: string;
            /** @description How many pairs more. */
            pairs: number;
            /** @description How many people of the group vote on each of them. Then the next pair follows, in the order of the draw. */
            votes: number;
            /** @description The first criterion of the arena if left out. */
            criterion?: string;
            /** @description Of the random numbers that draw them; drawn if left out. Equal seeds draw equal pairs. */
            seed?: number;
        };
        RenewalRequest: {
            /**
             * @description How long the links are valid, in days.
             * @default 30
             */
            days?: number;
        };
        OpenInvitationRequest: {
            /** @description The part of the link after `#invite=`. */
            token: string;
            /** @description Gives up another invitation that this browser has used in the arena. */
            replace?: boolean;
        };
        InvitedProgress: {
            arena: string;
            /**
             * @description `vote`: its voters are shown pairs as the arena draws them. `judges`: pairs that judges have judged, by one link for anybody.
             * @enum {string}
             */
            kind: "vote" | "judges";
            title: string;
            group: string | null;
            votes: number;
            goal: number | null;
            /** @description About how many votes of each invited person it takes until the first ratings. Null: they are cast. */
            share: number | null;
            all: {
                votes: number;
                goal: number | null;
            };
            /** @description The pairs that a number of people of the group vote on. */
            assigned?: components["schemas"]["AssignedPairs"];
            expiresAt: string;
        };
        BattleRequest: {
            criterion?: string;
        };
        IssuedBattle: {
            battle: components["schemas"]["Battle"];
            ticket: string;
            puzzle?: components["schemas"]["Puzzle"];
            /** @description What a private arena asks. Absent in any other: GET /api/arenas/{arena} says it to everybody. */
            arena?: {
                title: string;
                description: string;
                criteria: string[];
            };
            /** @description Absent where a voter is shown no result: in a private arena while people can vote. */
            progress?: {
                /** @description The votes of this voter in the arena. */
                cast: number;
                /** @description After so many, POST /api/arenas/{arena}/result says what they come to. */
                goal: number;
            };
            /**
             * @description Set for a voter with an invitation; GET /api/arenas/{arena}/invitation has the progress.
             * @constant
             */
            invited?: true;
        };
        Battle: {
            id: string;
            criterion: string;
            prompt: {
                messages: components["schemas"]["Message"][];
                /** @description What a good answer says, if the judges of this criterion see it too. */
                reference?: string;
                /** @description Passages that belong to the prompt, if an answer has none of its own. */
                context?: string[];
            };
            left: components["schemas"]["ShownAnswer"];
            right: components["schemas"]["ShownAnswer"];
            expiresAt: string;
        };
        Message: {
            /**
             * @description Who speaks.
             * @enum {string}
             */
            role: "system" | "user" | "assistant";
            /** @description The text of the message. */
            content: string;
        };
        ShownAnswer: {
            text?: string;
            turns?: string[];
            context?: string[];
            transcript?: components["schemas"]["TranscriptStep"][];
            /**
             * @description In an arena with `webAnswers: on`: its HTML pages and SVG pictures run in a frame.
             * @constant
             */
            web?: true;
        };
        TranscriptStep: {
            /**
             * @description `text`: the agent wrote something. `user`: the user did. `call`: it called a tool. `result`: what the tool returned.
             * @enum {string}
             */
            kind: "text" | "user" | "call" | "result";
            /** @description The text, the arguments of the call as given, or the result. */
            text: string;
            /** @description The name of the tool, for a call and its result. */
            tool?: string;
            /**
             * @description Set if the tool reported an error.
             * @constant
             */
            failed?: true;
            /** @description In an answer of several turns: the turn it belongs to, from the second on. */
            turn?: number;
        };
        /** @description Only in arenas that ask for proof of work: find the counter, from 1 up to 1,000, whose key begins with `keyPrefix`. */
        Puzzle: {
            parameters: {
                /** @constant */
                algorithm: "PBKDF2/SHA-256";
                /** @description Iterations of each derivation. */
                cost: number;
                data: {
                    /** @description The battle that it belongs to. */
                    battle: string;
                };
                /** @description Bytes of a derived key. */
                keyLength: number;
                /** @description How the searched key begins, in hexadecimal. */
                keyPrefix: string;
                keySignature: string;
                /** @description Hexadecimal. The password is these bytes and the counter as 4 bytes, big-endian. */
                nonce: string;
                salt: string;
            };
            signature: string;
        };
        VoteRequest: {
            ticket: string;
            /** @enum {string} */
            outcome: "left" | "right" | "tie" | "both_bad";
            reason?: string;
            proof?: components["schemas"]["Proof"];
            /** @description How long the voter looked at the pair. Exports have it; nothing is computed from it. */
            seconds?: number;
        };
        /** @description The battle's puzzle, unchanged, and its solution. Needed if the battle came with a puzzle. */
        Proof: {
            puzzle: components["schemas"]["Puzzle"];
            solution: {
                counter: number;
                /** @description The whole key, in hexadecimal. */
                derivedKey: string;
            };
        };
        VoteReceipt: {
            battle: string;
            /** @enum {string} */
            outcome: "left" | "right" | "tie" | "both_bad";
            /** @description False: the same request with another outcome changes it. It is final after a reveal, the next draw, or a minute. */
            final: boolean;
        };
        RevealRequest: {
            ticket: string;
        };
        Reveal: {
            battle: string;
            /** @enum {string} */
            outcome: "left" | "right" | "tie" | "both_bad";
            left: {
                name: string | null;
            };
            right: {
                name: string | null;
            };
            /**
             * @description `withheld`: too many names were shown lately; the vote counts.
             * @enum {string}
             */
            names: "shown" | "withheld";
        };
        SimulatedRemoval: {
            arena: string;
            removed: number;
        };
        JudgingState: {
            arena: string;
            judging: components["schemas"]["JudgingProgress"] | null;
        };
        JudgingProgress: {
            run: number;
            /** @enum {string} */
            status: "running" | "paused" | "cancelled" | "budget_reached" | "done";
            cause: string | null;
            finding?: components["schemas"]["WireMessage"];
            startedAt: string;
            endedAt: string | null;
            answers: {
                total: number;
                done: number;
                failed: number;
            };
            judgements: {
                total: number | null;
                done: number;
                failed: number;
                setAside: number;
            };
            skippedPairs: number;
            injected: number;
            checks: {
                total: number | null;
                done: number;
                failed: number;
            };
            calls: {
                done: number;
                failed: number;
                underWay: number;
                left: number | null;
                causes: {
                    cause: string;
                    count: number;
                }[];
                secondsEach: number | null;
            };
            unreadable: {
                judge: string;
                cause: string;
                reply: string;
                at: string;
            }[];
            trials: {
                /** @enum {string} */
                state: "open" | "passed" | "failed";
                /** @enum {string} */
                form: "schema" | "json" | "lines" | "prose";
                stop: components["schemas"]["JudgeStop"] | null;
                calls: number;
                refused: number;
                pairs: number;
                byPosition: number;
                usdPerPair: number | null;
                seconds: number | null;
                decided: number;
                agreed: number;
                judge: string;
            }[];
            pair: {
                prompt: string;
                contestants: string[];
                battles: {
                    judge: string;
                    criterion: string;
                    battle: string;
                }[];
            } | null;
            failures: {
                cause: string;
                count: number;
            }[];
            budgetUsd: number | null;
            spentUsd: number;
            reservedUsd: number;
            cutOff: {
                calls: number;
                usd: number;
            };
            ledger: components["schemas"]["ArenaLedger"];
            estimatedUsd: number | null;
            callsPerMinute: number | null;
            etaSeconds: number | null;
            waitingFor: {
                provider: string;
                /** @enum {string} */
                why: "paused" | "no_key";
                until: string | null;
                cause: string | null;
                finding?: components["schemas"]["WireMessage"];
            }[];
        };
        JudgeStop: {
            code: string;
            reason: string;
            finding: components["schemas"]["WireMessage"];
        };
        ArenaLedger: {
            budgetUsd: number | null;
            spentUsd: number;
            reservedUsd: number;
            budgetUsdPerDay: number | null;
            todayUsd: number;
        };
        BudgetRequest: {
            budgetUsd: number | null;
        };
        ChecksReport: {
            arena: string;
            checks: {
                name: string;
                active: boolean;
                runs: {
                    run: number;
                    startedAt: string;
                    sha256: string;
                    mustPass: number | null;
                    contestants: components["schemas"]["PassRate"][];
                }[];
            }[];
        };
        PassRate: {
            contestant: string;
            passed: number;
            failed: number;
            notMade: number;
            share: number | null;
            interval: [
                number,
                number
            ] | null;
            met: boolean | null;
        };
        InjectedAnswers: {
            answers: components["schemas"]["InjectedAnswer"][];
            before: number | null;
        };
        InjectedAnswer: {
            id: number;
            contestant: string;
            prompt: string;
            sample: number;
            found: string;
            judgements: number;
        };
        JudgingRequest: {
            budgetUsd?: number | null;
            judges?: string[];
            votesPerPair?: number;
            /** @enum {string} */
            plan?: "everything" | "tournament";
            repeats?: number;
            sample?: number;
            retryFailed?: boolean;
            /** @constant */
            singlePair?: true;
        };
        RunEstimate: {
            answers: number;
            judgements: number;
            skippedPairs: number;
            openRequirements: boolean;
            isMost: boolean;
            judgementsThere: number;
            identicalAnswers: number;
            calls: number;
            callsFor: {
                answers: number;
                judgements: number;
                checks: number;
            };
            answersUsd: number | null;
            judgementsUsd: number | null;
            checksUsd: number | null;
            costUsd: number | null;
            costByModel: {
                [key: string]: number | null;
            };
        };
        JudgesReport: {
            arena: string;
            evaluatedAt: string;
            trust: components["schemas"]["TrustTerms"];
            judges: components["schemas"]["JudgeReport"][];
            humans: components["schemas"]["HumanCeiling"];
            jury?: components["schemas"]["JuryAgreement"];
        };
        JudgeReport: {
            /** @enum {string} */
            state: "calibrated" | "uncalibrated" | "not_measured";
            failure?: components["schemas"]["TrustFailure"] | null;
            measuredAt: string | null;
            due: boolean;
            pairsMissing: number;
            evidence?: components["schemas"]["Evidence"];
            judge: string;
            active: boolean;
            trial?: components["schemas"]["JudgeTrial"] | null;
            family: string | null;
            kin: string[];
            figures: components["schemas"]["JudgeFigures"];
            live?: {
                shared: number;
                threeWay: components["schemas"]["AgreementFigures"];
                decisive: components["schemas"]["AgreementFigures"];
                undecidedByJudge: number;
                consistency: components["schemas"]["Share"];
                /** @enum {string} */
                state: "calibrated" | "uncalibrated" | "not_measured";
                failure: components["schemas"]["TrustFailure"] | null;
            };
            cost: components["schemas"]["JudgeCost"] | null;
            failures: {
                cause: string;
                count: number;
            }[];
            injected: number | null;
            positionEffect: {
                interval: [
                    number,
                    number
                ];
                firstWins: number;
            } | null;
            selfAgreement: components["schemas"]["AgreementFigures"];
            versions: components["schemas"]["JudgeVersionReport"][];
            byCategory: {
                category: string | null;
                figures: components["schemas"]["JudgeFigures"];
            }[];
            byMonth: {
                month: string;
                figures: components["schemas"]["JudgeFigures"];
            }[];
            drift: components["schemas"]["Drift"][];
            boards: {
                criterion: string;
                contestants: number;
                tau: number | null;
                interval: [
                    number,
                    number
                ] | null;
                separability?: number | null;
            }[];
            controls: {
                criterion: string;
                contestant: string;
                control: string;
                wins: number;
                losses: number;
                ties: number;
                p: number;
                isToldApart: boolean;
            }[];
            findings: {
                code: string;
                message: string;
                finding?: components["schemas"]["WireMessage"];
            }[];
        };
        TrustFailure: {
            /** @enum {string} */
            reason: "agreement" | "consistency" | "undecided" | "drift" | "self_agreement" | "position";
            hits: number;
            n: number;
        };
        Evidence: {
            since: string | null;
            until?: string;
            decided: number;
            agreed: number;
        };
        JudgeTrial: {
            /** @enum {string} */
            state: "open" | "passed" | "failed";
            /** @enum {string} */
            form: "schema" | "json" | "lines" | "prose";
            stop: components["schemas"]["JudgeStop"] | null;
            calls: number;
            refused: number;
            pairs: number;
            byPosition: number;
            usdPerPair: number | null;
            seconds: number | null;
            decided: number;
            agreed: number;
        };
        JudgeFigures: {
            votes: number;
            shared: number;
            threeWay: components["schemas"]["AgreementFigures"];
            decisive: components["schemas"]["AgreementFigures"];
            undecidedByJudge: number;
            consistency: components["schemas"]["Share"];
            firstPosition: components["schemas"]["Share"];
            longer: components["schemas"]["Preference"];
            ownFamily: components["schemas"]["Preference"];
        };
        AgreementFigures: {
            hits: number;
            n: number;
            share: number | null;
            interval: [
                number,
                number
            ] | null;
            kappa: number | null;
        };
        Share: {
            hits: number;
            n: number;
            share: number | null;
            interval: [
                number,
                number
            ] | null;
        };
        Preference: {
            hits: number;
            n: number;
            share: number | null;
            interval: [
                number,
                number
            ] | null;
            judgeOnShared: components["schemas"]["Share"];
            humansOnShared: components["schemas"]["Share"];
        };
        JudgeCost: {
            calls: number;
            failedCalls: number;
            usd: number;
            usdPerVote: number | null;
            medianLatencyMs: number | null;
            latencyMsPerVote: number | null;
        };
        JudgeVersionReport: {
            /** @enum {string} */
            state: "calibrated" | "uncalibrated" | "not_measured";
            failure?: components["schemas"]["TrustFailure"] | null;
            measuredAt: string | null;
            due: boolean;
            pairsMissing: number;
            evidence?: components["schemas"]["Evidence"];
            version: number | null;
            model: string | null;
            servedModel?: string | null;
            rubric: string | null;
            rubricSha256: string | null;
            params: {
                [key: string]: unknown;
            } | null;
            since: string | null;
            current: boolean;
            standing: number;
            figures: components["schemas"]["JudgeFigures"];
            cost: components["schemas"]["JudgeCost"] | null;
            failures: {
                cause: string;
                count: number;
            }[];
        };
        Drift: {
            /** @enum {string} */
            measure: "decisive" | "consistency";
            period: string;
            before: string;
            from: number;
            to: number;
            interval: [
                number,
                number
            ];
        };
        HumanCeiling: {
            voters: number;
            votes: number;
            betweenVoters: {
                threeWay: components["schemas"]["AgreementFigures"];
                decisive: components["schemas"]["AgreementFigures"];
            };
            withThemselves: {
                threeWay: components["schemas"]["AgreementFigures"];
                decisive: components["schemas"]["AgreementFigures"];
            };
            firstPosition: components["schemas"]["Share"];
        };
        JuryAgreement: {
            pairs: {
                criterion: string;
                agreement: components["schemas"]["AgreementFigures"];
                kappaInterval: [
                    number,
                    number
                ] | null;
                judges: [
                    string,
                    string
                ];
            }[];
            together: {
                criterion: string;
                judges: string[];
                pairs: number;
                alpha: number | null;
                interval: [
                    number,
                    number
                ] | null;
            }[];
        };
        RetestReport: {
            arena: string;
            repeats: components["schemas"]["RunToRun"][];
            due: {
                judge: string;
                repeats: number;
            }[];
        };
        RunToRun: {
            judge: string;
            version: number;
            criterion: string;
            runs: number;
            pairs: number;
            again: components["schemas"]["AgreementFigures"];
            unanimous: components["schemas"]["Share"];
            variance: {
                betweenRuns: number;
                total: number;
                share: number | null;
            };
            winRates: {
                contestant: string;
                votes: number;
                byRun: number[];
                deviation: number;
            }[];
        };
        ArenaList: {
            /** @description How many arenas there are, of which the list may have a part. */
            total: number;
            arenas: components["schemas"]["ListedArena"][];
        };
        ListedArena: {
            arena: string;
            title: string;
            description: string;
            contestants: number;
            /** @description All votes that are not in quarantine. A board may count fewer: it leaves out judges that failed, and beside people those that were not measured. */
            votes: number;
            simulatedVotes: number;
            votable: boolean;
            /** @description Since when people can no longer vote. Absent: voting is open. */
            closedAt?: string;
            /** @description The sentence above its board, by language, and its bars. Absent: there are no votes, or no board yet. */
            finding?: {
                en: {
                    lead: string;
                    rest: string;
                    /** @description When it decides, or what was decided. */
                    decision?: string;
                };
                de: {
                    lead: string;
                    rest: string;
                    /** @description When it decides, or what was decided. */
                    decision?: string;
                };
                small?: {
                    /** @enum {string} */
                    state: "first_votes" | "dead_heat" | "leads" | "wins";
                    line: number;
                    /** @description Low end, rating, high end. */
                    bars: [
                        number,
                        number,
                        number
                    ][];
                };
                /** @description Of the votes after which it decides, or until the first ratings of those they take: the share that is cast, 0 … 1. */
                progress?: number;
            };
        };
        Board: {
            arena: string | null;
            view: components["schemas"]["View"];
            method: string;
            methodVersion?: number;
            /**
             * @default units
             * @enum {string}
             */
            weights?: "units" | "votes";
            intervals: ("rounds" | "closed_form" | "classic") | null;
            /** @enum {string} */
            ties: "half" | "drop";
            /** @enum {string} */
            orders?: "merge" | "separate";
            voterCap?: number;
            anchor: {
                name: string;
                value: number;
            } | null;
            baseline?: string;
            rounds: number;
            seed: number;
            /** @enum {string} */
            cluster: "both" | "prompt" | "voter" | "vote";
            units: ("prompt" | "voter")[];
            effectiveUnits: {
                prompt: number | null;
                voter: number | null;
            };
            speaksFor: ("these_people" | "these_prompts") | null;
            /** @enum {string} */
            looks?: "any" | "one";
            level: number;
            votes: number;
            voters: number | null;
            prompts: number | null;
            groups?: number;
            votesSha256: string;
            version: string;
            computedAt: string;
            converged: boolean;
            iterations: number;
            /** @enum {string} */
            state: "first_votes" | "dead_heat" | "leads" | "wins";
            deadHeat: string[];
            leader: string | null;
            clearBy: number | null;
            finishLine: number | null;
            decides?: components["schemas"]["Decides"] | null;
            leadsAlone?: components["schemas"]["LeadAlone"][];
            settle: components["schemas"]["Settle"] | null;
            contestants: components["schemas"]["BoardContestant"][];
            excluded: {
                quarantined: number;
                leaked: number;
                /** @default 0 */
                overCap?: number;
                mostOfVoter?: number;
            };
            withQuarantined?: {
                /** @enum {string} */
                state: "first_votes" | "dead_heat" | "leads" | "wins";
                leader: string | null;
                deadHeat: string[];
            };
            warnings: components["schemas"]["Warning"][];
        };
        View: {
            source: string;
            criterion: string | null;
            category: string | null;
            from: string | null;
            to: string | null;
            group?: string;
            judge?: string;
            judges?: components["schemas"]["JudgeChoice"];
        };
        JudgeChoice: {
            only: string[];
        } | {
            except: string[];
        };
        Decides: {
            votes: number | null;
            at: string | null;
            /** @enum {string} */
            afterwards: "close" | "go_on";
            sealedAt: string;
            seal: string;
            plan: components["schemas"]["SealedPlan"];
            changed: {
                at: string;
                what: ("question" | "contestants" | "prompts" | "view" | "criteria" | "units" | "level" | "gate" | "decides")[];
            }[];
            decided: components["schemas"]["Decision"] | null;
        };
        LeadAlone: {
            ahead: string;
            behind: string;
            points: number;
            margin: number;
        };
        Settle: {
            /** @enum {string} */
            by: "votes" | "prompts" | "voters" | "both";
            votes: number;
            prompts: number | null;
            voters: number | null;
        };
        BoardContestant: {
            name: string;
            slug?: string;
            retired?: boolean;
            /** @enum {string} */
            status: "rated" | "too_few_votes" | "not_linked";
            reason?: ("unbeaten" | "winless" | "disconnected" | "too_few_votes" | "no_votes") | null;
            rating: number | null;
            interval: [
                number,
                number
            ] | null;
            place: [
                number,
                number
            ] | null;
            theta: number | null;
            winRate: number | null;
            wins: number;
            losses: number;
            ties: number;
            bothBad: number;
            votes: number;
            averageLength: number | null;
            averageWords: number | null;
            costUsd: number | null;
            latencyMs?: number;
            failed?: {
                judgements: number;
                answers: number;
            };
            checks?: components["schemas"]["CheckSummary"][];
            againstBaseline?: {
                winRate: number;
                interval: [
                    number,
                    number
                ] | null;
            };
        };
        CheckSummary: {
            name: string;
            passed: number;
            of: number;
            mustPass?: number;
            holds?: boolean;
        };
        Warning: {
            code: string;
            message: string;
            finding?: components["schemas"]["WireMessage"];
            count?: number;
            lines?: number[];
            /** @constant */
            unit?: "element";
        };
        VoterResult: {
            /** @description The votes of this voter that count. */
            votes: number;
            /** @description Most liked first. */
            contestants: {
                name: string;
                won: number;
                /** @description Ties, and pairs of which both were bad. */
                tied: number;
                lost: number;
            }[];
            /** @description Votes of other people on the same pair and prompt, as published. */
            others: {
                /** @description Where this voter chose as most of the others did. */
                same: number;
                /** @description Pairs on which at least two others voted, and most of them alike. */
                of: number;
                /** @description Where all others chose alike, and this voter did not. */
                alone: {
                    battle: string;
                    /** @description How the prompt begins. */
                    prompt: string;
                    /** @description Whom this voter chose; null: a tie, or both bad. */
                    chose: string | null;
                    others: {
                        chose: string | null;
                        /** @description How many other people chose so. */
                        votes: number;
                        of: number;
                    };
                }[];
            };
            /** @description How far these votes moved each rating on the board of people, the largest change first. Null: the board is too large for that, or has no ratings without these votes. */
            moved: {
                name: string;
                points: number;
            }[] | null;
        };
        HeadToHead: {
            arena: string;
            view: components["schemas"]["View"];
            votes: number;
            contestants: string[];
            pairs: components["schemas"]["PairRecord"][];
        };
        PairRecord: {
            a: number;
            b: number;
            wins: number;
            losses: number;
            ties: number;
            bothBad: number;
        };
        Differences: {
            arena: string;
            view: components["schemas"]["View"];
            votes: number;
            contestant: string;
            others: {
                name: string;
                points: number;
                interval: [
                    number,
                    number
                ];
                winRate: number;
                winRateInterval: [
                    number,
                    number
                ];
            }[];
        };
        WinRates: {
            arena: string;
            view: components["schemas"]["View"];
            baseline: {
                name: string;
                slug: string;
                /** @enum {string} */
                chosenBy: "request" | "plan" | "most_met";
            } | null;
            votes: number;
            contestants: components["schemas"]["WinRateAgainst"][];
            withoutRating: string[];
        };
        WinRateAgainst: {
            name: string;
            slug: string;
            votes: number;
            wins: number;
            losses: number;
            ties: number;
            winRate: number;
            standardError: number | null;
            interval: [
                number,
                number
            ] | null;
            wilson: [
                number,
                number
            ] | null;
            lengthControlled: {
                votes: number;
                winRate: number;
                standardError: number;
                interval: [
                    number,
                    number
                ] | null;
                plain: number;
            } | null;
            rating: number | null;
            place: [
                number,
                number
            ] | null;
        };
        BoardReports: {
            arena: string;
            view: components["schemas"]["View"];
            votes: number;
            tooLarge: boolean;
            /** @enum {string} */
            cluster: "both" | "prompt" | "voter" | "vote";
            groups?: number;
            effectiveUnits: number | null;
            fit: {
                chiSquare: number;
                degreesOfFreedom: number;
                p: number | null;
                rounds: number;
            } | null;
            position: {
                votes: number;
                eta: number;
                interval: [
                    number,
                    number
                ];
                leftWins: {
                    winRate: number;
                    interval: [
                        number,
                        number
                    ];
                };
            } | null;
            style: {
                votes: number;
                withheld: ("no_texts" | "few_texts" | "few_votes" | "too_long" | "no_estimate" | "extrapolates") | null;
                features: {
                    /** @enum {string} */
                    feature: "length" | "headers" | "lists" | "bold";
                    interval: [
                        number,
                        number
                    ];
                    spread: number;
                    twice: {
                        winRate: number;
                        interval: [
                            number,
                            number
                        ];
                    };
                }[];
                notUsed: {
                    /** @enum {string} */
                    feature: "length" | "headers" | "lists" | "bold";
                    /** @enum {string} */
                    because: "unknown" | "no_difference";
                }[];
                contestants: {
                    name: string;
                    rating: number;
                    controlled: number | null;
                    interval: [
                        number,
                        number
                    ] | null;
                    extrapolates: ("length" | "headers" | "lists" | "bold")[];
                }[];
            } | null;
            ingredients: components["schemas"]["Ingredients"] | null;
        };
        Ingredients: {
            sentence: string;
            votes: number;
            withheld: ("nothing_to_compare" | "no_estimate") | null;
            effects: {
                factor: string;
                level: string;
                than: string;
                points: number | null;
                interval: [
                    number,
                    number
                ] | null;
                shown: boolean;
                because: ("confounded" | "few_votes") | null;
            }[];
            spare: number;
            contestants: {
                name: string;
                factors: {
                    [key: string]: string;
                };
                rest: {
                    points: number;
                    interval: [
                        number,
                        number
                    ];
                    shown: boolean;
                } | null;
            }[];
        };
        SamplingCounts: {
            arena: string;
            view: components["schemas"]["View"];
            contestants: string[];
            votes: number;
            byVotes: {
                votes: number;
                pairs: number;
            }[];
            pairs?: {
                a: number;
                b: number;
                votes: number;
                ofExpected: number | null;
            }[];
            evenness: {
                expected: number;
                chiSquare: number;
                degreesOfFreedom: number;
                low: number;
                high: number;
                outside: number;
            } | null;
        };
        History: {
            arena: string;
            view: components["schemas"]["View"];
            points: components["schemas"]["HistoryPoint"][];
            countedLater: components["schemas"]["CountedLater"];
        };
        HistoryPoint: {
            at: string;
            countedLater: boolean;
            votes: number;
            /** @enum {string} */
            state: "first_votes" | "dead_heat" | "leads" | "wins";
            leader: string | null;
            deadHeat: string[];
            ratings: {
                name: string;
                rating: number;
                low: number | null;
                high: number | null;
            }[];
        };
        CountedLater: {
            counted: number;
            of: number;
        };
        ContestantRecord: {
            arena: string;
            title: string;
            view: components["schemas"]["View"];
            contestant: components["schemas"]["ContestantDescription"];
            row: components["schemas"]["BoardContestant"] | null;
            board: {
                votes: number;
                rated: number;
                /** @enum {string} */
                state: "first_votes" | "dead_heat" | "leads" | "wins";
                leader: string | null;
                deadHeat: string[];
                clearBy: number | null;
                finishLine: number | null;
                level: number;
                units: ("prompt" | "voter")[];
                speaksFor: ("these_people" | "these_prompts") | null;
                voters: number | null;
                prompts: number | null;
                computedAt: string;
            };
            opponents: components["schemas"]["OpponentRecord"][];
            prompts: {
                counted: number;
                score: number | null;
                best: components["schemas"]["PromptRecord"][];
                worst: components["schemas"]["PromptRecord"][];
            };
            judgements: {
                inconsistent: number;
                failed: {
                    cause: string;
                    count: number;
                }[];
            };
        };
        OpponentRecord: {
            wins: number;
            losses: number;
            ties: number;
            bothBad: number;
            slug: string;
            name: string;
            retired: boolean;
            expected: {
                winRate: number;
                interval: [
                    number,
                    number
                ];
            } | null;
        };
        PromptRecord: {
            wins: number;
            losses: number;
            ties: number;
            bothBad: number;
            key: string;
            category: string | null;
            votes: number;
            score: number;
            interval: [
                number,
                number
            ];
            standsOut: boolean;
            text: string | null;
        };
        BattleList: {
            arena: string;
            source: string;
            total: number;
            battles: components["schemas"]["ListedBattle"][];
            cursor: string | null;
        };
        ListedBattle: {
            id: string;
            criterion: string;
            /** @enum {string} */
            source: "human" | "judge" | "result" | "simulated" | "live";
            judge: string | null;
            /** @enum {string} */
            outcome: "left" | "right" | "tie" | "both_bad";
            inconsistent: boolean;
            quarantined: boolean;
            leaked: boolean;
            castAt: string;
            prompt: {
                key: string;
                category: string | null;
                retired: boolean;
            } | null;
            left: components["schemas"]["BattleSide"];
            right: components["schemas"]["BattleSide"];
            texts: components["schemas"]["BattleTexts"] | null;
            withheld: ("in_use" | "just_retired" | "of_visitor" | "not_known") | null;
            own: boolean;
            textsPublicFrom: string | null;
            reason: string | null;
            requests: components["schemas"]["JudgeRequest"][];
            checks: {
                name: string;
                left: {
                    passed: boolean | null;
                    reason: string | null;
                } | null;
                right: {
                    passed: boolean | null;
                    reason: string | null;
                } | null;
            }[];
            injected: {
                left: string | null;
                right: string | null;
            } | null;
            votes: components["schemas"]["DividedVotes"] | null;
        };
        BattleSide: {
            slug: string;
            name: string;
            retired: boolean;
            sample?: number;
        };
        BattleTexts: {
            messages: components["schemas"]["Message"][];
            reference: string | null;
            context: string[];
            left: components["schemas"]["ShownAnswer"] | null;
            right: components["schemas"]["ShownAnswer"] | null;
        };
        JudgeRequest: {
            /** @enum {string} */
            shownFirst: "left" | "right";
            said: ("left" | "right" | "tie" | "both_bad") | null;
            reason: string | null;
            reply?: string;
        };
        DividedVotes: {
            left: number;
            right: number;
            tie: number;
            bothBad: number;
        };
        DecidedBattle: {
            id: string;
            arena: string;
            title: string;
            criterion: string;
            /** @enum {string} */
            source: "human" | "judge" | "result" | "simulated" | "live";
            judge: string | null;
            /** @enum {string} */
            outcome: "left" | "right" | "tie" | "both_bad";
            inconsistent: boolean;
            quarantined: boolean;
            leaked: boolean;
            castAt: string;
            prompt: {
                key: string;
                category: string | null;
                retired: boolean;
            } | null;
            left: components["schemas"]["BattleSide"];
            right: components["schemas"]["BattleSide"];
            texts: components["schemas"]["BattleTexts"] | null;
            withheld: ("in_use" | "just_retired" | "of_visitor" | "not_known") | null;
            own: boolean;
            textsPublicFrom: string | null;
            reason: string | null;
            requests: components["schemas"]["JudgeRequest"][];
            checks: {
                name: string;
                left: {
                    passed: boolean | null;
                    reason: string | null;
                } | null;
                right: {
                    passed: boolean | null;
                    reason: string | null;
                } | null;
            }[];
            injected: {
                left: string | null;
                right: string | null;
            } | null;
        };
        ArenaNeeds: {
            answers: number;
            judgements: number;
            skippedPairs: number;
            openRequirements: boolean;
            isMost: boolean;
            judgementsThere: number;
            identicalAnswers: number;
            calls: number;
            callsFor: {
                answers: number;
                judgements: number;
                checks: number;
            };
            answersUsd: number | null;
            judgementsUsd: number | null;
            checksUsd: number | null;
            costUsd: number | null;
            costByModel: {
                [key: string]: number | null;
            };
            arena: string;
            budgetUsd: number | null;
            ledger: components["schemas"]["ArenaLedger"];
            board: {
                view: components["schemas"]["View"];
                votes: number;
                /** @enum {string} */
                state: "first_votes" | "dead_heat" | "leads" | "wins";
                leader: string | null;
                deadHeat: string[];
                settle: components["schemas"]["Settle"] | null;
            };
            votesNeeded: {
                winRate: number;
                alpha: number;
                power: number;
                votesForSignificance: number;
                votesForPower: number;
                exactVotesForSignificance: number | null;
                exactVotesForPower: number | null;
                judging: {
                    callsPerPair: number;
                    costUsdPerPair: number | null;
                    pairs: number;
                    mostVotes: number;
                } | null;
            } | null;
            people: {
                contestants: number;
                pairs: number;
                votes: number;
                perPair: {
                    winRate: number;
                    alpha: number;
                    power: number;
                    votesForSignificance: number;
                    votesForPower: number;
                    exactVotesForSignificance: number | null;
                    exactVotesForPower: number | null;
                }[];
            } | null;
        };
        Comparison: {
            arena: string;
            contestants: [
                string,
                string
            ];
            slugs: [
                string,
                string
            ];
            source: string;
            judges?: components["schemas"]["JudgeChoice"];
            level: number;
            gate: components["schemas"]["ComparedGate"];
            sequential: boolean;
            /** @enum {string} */
            answer: "better" | "worse" | "not_shown";
            /** @enum {string} */
            because: "passed" | "worse" | "win_rate_too_low" | "too_few_votes" | "could_not_show" | "practically_equal" | "more_votes" | "no_chance" | "guardrail" | "held_back";
            ship: boolean;
            moreVotes: number | null;
            heldBack?: components["schemas"]["Warning"];
            decision?: components["schemas"]["PairDecision"];
            /** @constant */
            barsOverlap?: true;
            criteria: components["schemas"]["CriterionFinding"][];
            guardRails: components["schemas"]["GuardRail"][];
            warnings: components["schemas"]["Warning"][];
            calls?: components["schemas"]["JudgeCalls"];
            /** @enum {string} */
            stopped?: "decided" | "no_chance" | "everything_judged" | "budget_reached" | "paused" | "cancelled";
            changed?: string;
        };
        ComparedGate: {
            /** @enum {string} */
            preset: "cosmetic" | "default" | "critical";
            /** @enum {string} */
            setBy: "preset" | "arena" | "request";
            minWinRate: number;
            minVotes: number;
            alpha: number | null;
        };
        PairDecision: {
            at: string;
            votes: number;
            /** @enum {string} */
            answer: "better" | "worse" | "not_shown";
            ship: boolean;
            sequential: boolean;
            isCurrent: boolean;
        };
        CriterionFinding: {
            criterion: string;
            wins: number;
            losses: number;
            ties: number;
            votes: number;
            /** @enum {string} */
            cluster: "both" | "prompt" | "voter" | "vote";
            /**
             * @description Whether groups of prompts are the units instead of prompts.
             * @constant
             */
            isGrouped?: true;
            units: number;
            effectiveUnits: number;
            voters: number | null;
            winRate: number;
            standardError: number;
            interval: [
                number,
                number
            ];
            p: number;
            signTest: number;
            bothBad: number;
            inconsistent: number;
            failed: number;
            byChecks: {
                wins: number;
                losses: number;
                ties: number;
            };
            pHolm: number;
            significantFor: string | null;
            minVotes: number;
            reach: components["schemas"]["ComparisonReach"] | null;
            leastWins: components["schemas"]["LeastWins"] | null;
            /** @enum {string} */
            answer: "better" | "worse" | "not_shown";
            passes: boolean;
            /** @enum {string} */
            because: "passed" | "worse" | "win_rate_too_low" | "too_few_votes" | "could_not_show" | "practically_equal" | "more_votes";
            moreVotes: number | null;
        };
        ComparisonReach: {
            prompts: number;
            judges: number;
            mostVotes: number;
        };
        LeastWins: {
            tasks: number;
            wins: number | null;
        };
        GuardRail: components["schemas"]["CategoryRail"] | components["schemas"]["CheckRail"] | components["schemas"]["SpendingRail"];
        CategoryRail: {
            /** @constant */
            rail: "category";
            criterion: string;
            category: string;
            votes: number;
            winRate: number;
            interval: [
                number,
                number
            ];
            p: number;
            pHolm: number;
            tooFew: boolean;
            holds: boolean;
        };
        CheckRail: {
            /** @constant */
            rail: "check";
            check: string;
            prompts: number;
            passed: [
                number,
                number
            ];
            holds: boolean;
        };
        SpendingRail: {
            /** @enum {string} */
            rail: "cost" | "latency";
            prompts: number;
            means: [
                number,
                number
            ];
            ratio: number | null;
            maxRatio: number;
            holds: boolean;
        };
        JudgeCalls: {
            made: number;
            planned: number;
            saved: number;
        };
        BatchBody: {
            a: string;
            b: string;
            source?: string;
            /** @default [] */
            criteria?: string[];
            /**
             * @description Thresholds to start from.
             * @enum {string}
             */
            preset?: "cosmetic" | "default" | "critical";
            /** @description The smallest win rate that passes. */
            minWinRate?: number;
            /** @description The smallest number of votes under each criterion. */
            minVotes?: number;
            /** @description Significance level, two-sided, over all criteria. */
            alpha?: number;
            /** @description The most its answers may cost, as a multiple of what it replaces. */
            maxCostRatio?: number;
            /** @description The longest its answers may take, as a multiple of what it replaces. */
            maxLatencyRatio?: number;
            /** @default 20 */
            batch?: number;
            budgetUsd?: number | null;
            /** @default [] */
            tried?: number[];
            /** @enum {string} */
            looks?: "one" | "any";
            /** @default true */
            start?: boolean;
        };
        BatchLook: {
            arena: string;
            comparison: components["schemas"]["Comparison"] | null;
            calls: components["schemas"]["JudgeCalls"];
            prompts: number[] | null;
            stopped: ("decided" | "no_chance" | "everything_judged" | "budget_reached") | null;
            /** @enum {string} */
            looks: "one" | "any";
            leastWins: components["schemas"]["LeastWins"] | null;
        };
        ArenaFilesRead: {
            arena: string;
            files: {
                file: string;
                plan: {
                    /** @enum {string} */
                    kind: "votes" | "answers" | "table" | "prompts" | "scores" | "counts";
                    preset?: string;
                    /** @default {} */
                    columns?: {
                        [key: string]: string | string[] | {
                            first: string[];
                        };
                    };
                    each?: string;
                    again?: {
                        [key: string]: string | string[] | {
                            first: string[];
                        };
                    }[];
                    only?: {
                        [key: string]: string[];
                    };
                    /** @default [] */
                    ignore?: string[];
                    /** @default {} */
                    outcomes?: {
                        [key: string]: "model_a" | "model_b" | "tie" | "both_bad" | "skip" | "name";
                    };
                    /** @enum {string} */
                    scored?: "scores" | "ranks" | "results";
                };
                votes: number;
                answers: number;
                prompts: number;
                readAt: string;
            }[];
        };
        ArenaRecipe: {
            arena: string;
            files: {
                [key: string]: string;
            };
            leftOut: components["schemas"]["LeftOut"][];
            retired: {
                contestants: string[];
                prompts: string[];
            };
        };
        LeftOut: {
            /** @enum {string} */
            why: "prompts_without_text" | "prompts_retired" | "contestants_without_answers" | "answers_made" | "pictures";
            names: string[];
        };
        SentArena: {
            files: {
                [key: string]: string;
            };
        };
        ArenaReceipt: {
            arena: string;
            change: components["schemas"]["ArenaChange"];
            renewed?: {
                [key: string]: string;
            };
            warnings: components["schemas"]["FileProblem"][];
            keys: components["schemas"]["ProviderKey"][];
        };
        ArenaChange: {
            created: boolean;
            contestants: number;
            prompts: number;
            answers: number;
            votable: boolean;
            contestantsAdded: number;
            promptsAdded: number;
            answersAdded: number;
            contestantsNotNamed: string[];
            promptsRetired: string[];
            promptsRestored: string[];
            kinds: components["schemas"]["KindOfChange"][];
        };
        KindOfChange: {
            /** @enum {string} */
            of: "arena" | "contestants" | "prompts" | "judges" | "checks" | "providers";
            /** @enum {string} */
            how: "added" | "changed" | "removed" | "restored";
            count: number;
            items: {
                name: string;
                keys: string[];
            }[];
        };
        ArenaTrial: {
            arena: string;
            change: components["schemas"]["ArenaChange"] | null;
            estimate: components["schemas"]["RunEstimate"] | null;
            ways: components["schemas"]["JudgingWay"][];
            budgetUsd: number | null;
            problems: components["schemas"]["FileProblem"][];
            warnings: components["schemas"]["FileProblem"][];
            keys: components["schemas"]["ProviderKey"][];
        };
        JudgingWay: {
            plan: components["schemas"]["JudgingPlan"];
            calls: number;
            costUsd: number | null;
        };
        FileLooks: {
            files: components["schemas"]["FileLook"][];
        };
        FileLook: {
            name: string;
            plan: {
                /** @enum {string} */
                kind: "votes" | "answers" | "table" | "prompts" | "scores" | "counts";
                preset?: string;
                /** @default {} */
                columns?: {
                    [key: string]: string | string[] | {
                        first: string[];
                    };
                };
                each?: string;
                again?: {
                    [key: string]: string | string[] | {
                        first: string[];
                    };
                }[];
                only?: {
                    [key: string]: string[];
                };
                /** @default [] */
                ignore?: string[];
                /** @default {} */
                outcomes?: {
                    [key: string]: "model_a" | "model_b" | "tie" | "both_bad" | "skip" | "name";
                };
                /** @enum {string} */
                scored?: "scores" | "ranks" | "results";
            } | null;
            planComplete: boolean;
            proposed: {
                columns: {
                    [key: string]: string | null;
                };
                outcomes: {
                    [key: string]: "model_a" | "model_b" | "tie" | "both_bad" | "skip" | "name";
                };
                from: ("scores" | "ranks" | "results" | "counts") | null;
            } | null;
            rows: components["schemas"]["LookedRow"][];
            kind: ("votes" | "answers" | "prompts" | "arena") | null;
            tool: string | null;
            format: {
                /** @enum {string} */
                kind: "csv" | "json" | "jsonl" | "xml" | "yaml" | "other";
                detail: string | null;
                header?: number;
            };
            columns: components["schemas"]["LookedColumn"][];
            votes: number;
            answers: number;
            prompts: number;
            outcomes: {
                left: number;
                right: number;
                tie: number;
                both_bad: number;
            };
            records: {
                contestant: string;
                won: number;
                lost: number;
                tied: number;
                bothBad: number;
            }[];
            people: number;
            promptsNamed: number;
            from: string | null;
            to: string | null;
            contestants: string[];
            warnings: components["schemas"]["Warning"][];
            doubts: components["schemas"]["Warning"][];
            refused: components["schemas"]["Warning"] | null;
        };
        LookedRow: {
            /** @constant */
            what: "vote";
            prompt: string | null;
            voter: string | null;
            left: string;
            right: string;
            /** @enum {string} */
            outcome: "left" | "right" | "tie" | "both_bad";
            /** @enum {string} */
            by: "people" | "judges" | "results" | "simulated";
        } | {
            /** @constant */
            what: "answer";
            prompt: string;
            contestant: string;
            text: string;
        } | {
            /** @constant */
            what: "prompt";
            prompt: string;
        };
        LookedColumn: {
            name: string;
            part: ("prompt" | "answer" | "vote" | "row") | null;
            field: string | null;
            contestant: string | null;
            why: ("ignored" | "unnamed" | "unknown" | "refused") | null;
            samples: string[];
        };
        ImportReceipt: {
            arena: string;
            dryRun: boolean;
            files: components["schemas"]["ImportedFile"][];
            created: boolean;
            contestants: number;
            prompts: number;
            answers: number;
            votable: boolean;
            contestantsAdded: number;
            promptsAdded: number;
            answersAdded: number;
            contestantsNamed: string[];
            votesAdded: number;
            votesAlreadyThere: number;
            votesRepeated: number;
            promptsWithoutText: number;
            mostlyNew: boolean;
            warnings: components["schemas"]["Warning"][];
        };
        ImportedFile: {
            name: string;
            /** @enum {string} */
            kind: "votes" | "answers" | "prompts";
            tool?: string;
            votes: number;
            answers: number;
            prompts: number;
            bad: number;
            badRows: {
                line: number;
                wrong: string;
                finding: components["schemas"]["WireMessage"];
            }[];
            leftOut: components["schemas"]["Warning"] | null;
        };
        BroughtArchive: {
            arena: string;
            rows: {
                [key: string]: number;
            };
        };
        AdminVotes: {
            votes: components["schemas"]["AdminVote"][];
            before: number | null;
        };
        AdminVote: {
            id: number;
            left: string;
            right: string;
            /** @enum {string} */
            outcome: "left" | "right" | "tie" | "both_bad";
            /** @enum {string} */
            source: "human" | "judge" | "result" | "simulated" | "live";
            voter: string;
            prompt: string | null;
            criterion: string;
            castAt: string;
            said: string | null;
            quarantine: {
                reason: string;
                finding?: components["schemas"]["WireMessage"];
                at: string;
            } | null;
        };
        AdminVoters: {
            /** @description Those who voted last come first. */
            voters: components["schemas"]["AdminVoter"][];
            /** @description Whether there are more voters than these. */
            more: boolean;
        };
        AdminVoter: {
            /** @description The id, as in votes and exports. */
            voter: string;
            /** @description Whom the operator invited; null for anybody else. */
            name: string | null;
            group: string | null;
            /** @description Votes cast on the page and not taken back. */
            votes: number;
            /** @description How many of them are in quarantine. */
            quarantined: number;
            lastVoteAt: string;
            /** @description Counted votes of others on the same pairs of answers as counted votes of this voter. */
            shared: number;
            /** @description How many of these say the same. Tie and both bad are one choice. */
            same: number;
        };
        AuditLog: {
            entries: components["schemas"]["AuditEntry"][];
            before: number | null;
        };
        AuditEntry: {
            id: number;
            at: string;
            /** @enum {string} */
            actor: "token" | "terminal" | "server";
            token?: string;
            /** @enum {string} */
            act: "arena_created" | "arena_changed" | "visibility_changed" | "contestant_retired" | "contestant_restored" | "prompts_retired" | "prompts_restored" | "judging_started" | "judging_paused" | "judging_resumed" | "judging_cancelled" | "budget_changed" | "live_reopened" | "schedule_paused" | "schedule_resumed" | "challenge_started" | "votes_quarantined" | "votes_released" | "attack_suspected" | "leaks_searched" | "leaks_released" | "leaks_held" | "voter_erased" | "text_erased" | "simulated_votes_removed" | "closing_changed" | "decides_changed" | "decided" | "voting_closed" | "voting_opened" | "invitations_made" | "pairs_shared" | "invitation_withdrawn" | "invitation_renewed" | "texts_exported" | "arena_removed" | "token_made" | "token_withdrawn" | "key_set" | "key_withdrawn" | "price_set";
            details: {
                [key: string]: unknown;
            };
        };
        QuarantineRequest: {
            votes: number[];
            reason: string;
        };
        QuarantineReceipt: {
            arena: string;
            quarantined: boolean;
            votes: number[];
        };
        SuspicionRequest: {
            voter: string;
            reason?: string;
        };
        SuspicionReceipt: {
            arena: string;
            voter: string;
            quarantined: boolean;
            votes: number;
        };
        Leaks: {
            leaks: components["schemas"]["Leak"][];
            before: number | null;
        };
        Leak: {
            id: number;
            contestant: string | null;
            prompt: string;
            sample: number | null;
            found: string;
            reason: string;
            finding: components["schemas"]["WireMessage"];
            at: string;
            votes: number;
            released: {
                at: string;
                /** @enum {string} */
                by: "operator" | "rules";
                because: string | null;
            } | null;
        };
        LeakRequest: {
            leaks: number[];
            reason: string;
        };
        LeakReceipt: {
            arena: string;
            held: boolean;
            leaks: number[];
            votes: number;
        };
        EraseVoterRequest: {
            voter?: string;
            /** Format: uuid */
            battle?: string;
        };
        ErasedVoter: {
            arena: string;
            erasedAs: string;
            battles: number;
        };
        EraseTextRequest: {
            prompt: string;
            contestant?: string;
        };
        ErasedText: {
            arena: string;
            prompt: string;
            contestant: string | null;
            answers: number;
        };
        RemovalRequest: {
            confirm: string;
        };
        RemovedArena: {
            arena: string;
            contestants: number;
            prompts: number;
            answers: number;
            votes: number;
        };
        CurrentToken: {
            /** @description Null: the admin token. */
            name: string | null;
            /** @enum {string} */
            role: "read" | "run" | "admin";
            /** @description How many megabytes an import may have. */
            importMegabytes: number;
        };
        OperatorToken: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "read" | "run" | "admin";
            madeAt: string;
            withdrawnAt: string | null;
        };
        OperatorTokenRequest: {
            /** @description Who has it, as the log will name it. A name is used once. */
            name: string;
            /** @enum {string} */
            role: "read" | "run" | "admin";
        };
        NewOperatorToken: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "read" | "run" | "admin";
            madeAt: string;
            withdrawnAt: string | null;
            token: string;
        };
        ModelKeys: {
            keys: components["schemas"]["ModelKey"][];
        };
        ModelKey: {
            variable: string;
            /** @description Null: it is not set. `unreadable`: it was set on the page, and the data folder lacks what opens it. */
            from: ("environment" | "page" | "unreadable") | null;
            /** @description When it was set on the page. */
            setAt: string | null;
        };
        ModelKeyRequest: {
            /** @description The variable that arenas name in apiKeyEnv. */
            variable: string;
            key: string;
        };
        PricedModels: {
            models: components["schemas"]["PricedModel"][];
        };
        PricedModel: {
            model: string;
            input: number;
            output: number;
            /** @description From this day its maker no longer serves it. */
            retired: string | null;
        };
        ModelPriceRequest: {
            /** @description The name that calls use. */
            model: string;
            /** @description US dollars per million tokens. Null: that of the price table again, if it has one. */
            price: {
                input: number;
                output: number;
            } | null;
        };
        Suspicions: {
            suspicions: components["schemas"]["Suspicion"][];
        };
        Suspicion: {
            subject: string;
            voter: string | null;
            reason: string;
            finding: components["schemas"]["WireMessage"];
            log10E: number | null;
            at: string;
            votes: number;
            quarantined: number;
            /** @enum {string} */
            state: "open" | "quarantined" | "released";
        };
        Climb: {
            arena: string;
            incumbent: string | null;
            epochs: components["schemas"]["ClimbEpoch"][];
            attempts: components["schemas"]["ClimbAttempt"][];
            overfit: components["schemas"]["ClimbOverfit"] | null;
            warnings: components["schemas"]["ClimbWarning"][];
            results?: components["schemas"]["ClimbResult"][];
        };
        ClimbEpoch: {
            epoch: number;
            startedAt: string;
            judge: string;
            model: string;
            criterion: string;
            rubric: string;
            question: string | null;
            judgeSha256: string;
            rubricSha256: string;
            referencesSha256: string;
            references: number;
            heldOut: number;
            holdOut: components["schemas"]["HoldOut"] | null;
        };
        HoldOut: {
            share: number;
            seed: number;
        } | {
            categories: string[];
        } | {
            prompts: string[];
        };
        ClimbAttempt: {
            attempt: number;
            epoch: number;
            /** @enum {string} */
            kind: "challenge" | "again";
            incumbent: string;
            challenger: string;
            wins: number;
            losses: number;
            ties: number;
            total: number;
            inconsistent: number;
            identical: number;
            unanswered: number;
            failed: number;
            missing: number;
            winRate: number | null;
            interval: [
                number,
                number
            ] | null;
            pValue: number;
            gate: components["schemas"]["ClimbGate"];
            level: components["schemas"]["ClimbWarning"] | null;
            /** @enum {string} */
            answer: "better" | "worse" | "not_shown";
            /** @enum {string} */
            verdict: "promote" | "do_not_promote";
            promoted: boolean;
            holdOut: components["schemas"]["ClimbCounts"] | null;
            costUsd: number | null;
            startedAt: string;
            endedAt: string;
        };
        ClimbGate: {
            minWinRate: number;
            alpha: number;
            holdOut: boolean;
            place?: number;
            epochAlpha?: number;
        };
        ClimbWarning: {
            code: string;
            message: string;
            finding?: components["schemas"]["WireMessage"];
        };
        ClimbCounts: {
            wins: number;
            losses: number;
            ties: number;
            total: number;
            inconsistent: number;
            identical: number;
            unanswered: number;
            failed: number;
            missing: number;
            winRate: number | null;
            interval: [
                number,
                number
            ] | null;
            pValue: number;
        };
        ClimbOverfit: {
            attempts: number;
            chance: number;
            likely: boolean;
            holdOut: {
                looks: number;
                gating: number;
                chance: number;
                likely: boolean;
            } | null;
        };
        ClimbResult: {
            prompt: string;
            heldOut: boolean;
            winner: ("challenger" | "incumbent" | "tie") | null;
            absent: ("challenger" | "incumbent") | null;
            inconsistent: boolean;
            identical: boolean;
            reason: string | null;
            question: string | null;
        };
        ChallengeState: {
            arena: string;
            challenge: components["schemas"]["ChallengeProgress"] | null;
        };
        ChallengeProgress: {
            incumbent: string;
            challenger: string;
            epoch: number;
            gate: components["schemas"]["ClimbGate"];
            leastWins: components["schemas"]["LeastWins"];
            /** @enum {string} */
            status: "running" | "paused" | "budget_reached" | "entered" | "stopped";
            judging: ("again" | "challenge" | "hold_out") | null;
            stopped: ("cancelled" | "budget_reached" | "failed" | "refused") | null;
            cause: string | null;
            finding?: components["schemas"]["WireMessage"];
            attempt: number | null;
            promoted: boolean | null;
            stood: boolean;
            budgetUsd: number | null;
            startedAt: string;
            endedAt: string | null;
        };
        ChallengeOutcome: {
            arena: string;
            challenged: components["schemas"]["Challenged"] | null;
            stopped: {
                /** @enum {string} */
                how: "cancelled" | "budget_reached" | "failed" | "paused" | "running";
                message: string;
            } | null;
        };
        Challenged: {
            attempt: number;
            epoch: number;
            /** @enum {string} */
            kind: "challenge" | "again";
            incumbent: string;
            challenger: string;
            wins: number;
            losses: number;
            ties: number;
            total: number;
            inconsistent: number;
            identical: number;
            unanswered: number;
            failed: number;
            missing: number;
            winRate: number | null;
            interval: [
                number,
                number
            ] | null;
            pValue: number;
            gate: components["schemas"]["ClimbGate"];
            level: components["schemas"]["ClimbWarning"] | null;
            /** @enum {string} */
            answer: "better" | "worse" | "not_shown";
            /** @enum {string} */
            verdict: "promote" | "do_not_promote";
            promoted: boolean;
            holdOut: components["schemas"]["ClimbCounts"] | null;
            costUsd: number | null;
            startedAt: string;
            endedAt: string;
            arena: string;
            question: string | null;
            stood: boolean;
            overfit: components["schemas"]["ClimbOverfit"] | null;
            warnings: components["schemas"]["ClimbWarning"][];
            results: components["schemas"]["ClimbResult"][];
        };
        ChallengeBody: {
            incumbent?: string;
            challenger: string;
            judge?: string;
            criterion?: string;
            minWinRate?: number;
            alpha?: number;
            holdOut?: components["schemas"]["HoldOut"] | null;
            requireHoldOut?: boolean;
            budgetUsd?: number | null;
        };
        LiveReport: {
            spentUsd: number;
            /** @description Reserved for answers that are being made. */
            reservedUsd: number;
            budgetUsd: number;
            /** @description Spent and reserved this day (UTC). */
            todayUsd: number;
            dailyUsd: number;
            /** @description The money of the whole arena, within which live battles stay. */
            ledger: components["schemas"]["ArenaLedger"];
            /** @description Contestants that charged more than was reserved. They answer no visitor until they are reopened. */
            closed: {
                contestant: string;
                at: string;
                message: string;
                finding: components["schemas"]["WireMessage"];
            }[];
            /** @description The most that two answers to a short prompt may cost: by the two cheapest contestants, and by the two dearest. Null: fewer than two can answer. */
            turnUsd: {
                least: number;
                most: number;
            } | null;
            conversations: number;
            /** @description How many prompts the moderation refused. */
            refused: number;
            /** @description The last of them, newest first. */
            refusals: {
                at: string;
                /** @description Null: not kept, or erased. */
                text: string | null;
            }[];
        };
        ReopenRequest: {
            /** @description Its name. */
            contestant: string;
        };
        LiveTerms: {
            /** @description The longest prompt. */
            characters: number;
            /** @description The most prompts of one conversation. */
            turns: number;
            /** @enum {string} */
            vote: "end" | "turn";
            /** @description What the visitor has to agree to. Null: nothing. */
            consent: string | null;
            /** @description After so many days texts are erased. */
            keepDays: number;
            /** @description Whether each prompt is checked before it is sent. */
            isMonitored: boolean;
            /** @description Why no prompt is taken now: the budget is used up, or that of this day. Null: prompts are taken. */
            closed: ("budget" | "day") | null;
        };
        LiveRequest: {
            text: string;
            criterion?: string;
            /**
             * @description Needed where the arena asks for consent.
             * @constant
             */
            consent?: true;
        };
        LiveBattle: {
            id: string;
            criterion: string;
            /**
             * @description `answering`: answers are on their way. `failed`: one of them could not be finished. `stopped`: by the visitor. `over`: voted on, or too old.
             * @enum {string}
             */
            status: "answering" | "answered" | "failed" | "stopped" | "over";
            turns: {
                /** @description The prompt of the visitor. */
                text: string;
                /** @description What is shown of the answer so far. */
                left: string;
                right: string;
                /** @description Whether an answer ended at its longest length. */
                isCut: boolean;
            }[];
            /**
             * @description In an arena with `webAnswers: on`: whole answers that are HTML pages or SVG pictures run in a frame.
             * @constant
             */
            web?: true;
            turnsLeft: number;
            mayVote: boolean;
            mayRetry: boolean;
            /** @description Why it failed. It does not say on which side. */
            problem: components["schemas"]["WireMessage"] | null;
        };
        LiveTurnRequest: {
            text: string;
        };
        DrawnAnswers: {
            answers: components["schemas"]["DrawnAnswer"][];
            before: number | null;
            /** @description Answers of which every page was drawn, and those with one that was not. */
            counts: {
                drawn: number;
                failed: number;
            };
        };
        DrawnAnswer: {
            id: number;
            contestant: string;
            prompt: string;
            sample: number;
            /** @description The turns that are pages. */
            pages: {
                /** @description From 1. */
                turn: number;
                /** @description A PNG as a data URL. Null: it was not drawn. */
                picture: string | null;
                failure: ("took_too_long" | "broke_off" | "uniform" | "chromium_failed") | null;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Problem = components['schemas']['Problem'];
export type WireMessage = components['schemas']['WireMessage'];
export type FileProblem = components['schemas']['FileProblem'];
export type AdminArenas = components['schemas']['AdminArenas'];
export type AdminArena = components['schemas']['AdminArena'];
export type AdminArenaDetail = components['schemas']['AdminArenaDetail'];
export type SealedPlan = components['schemas']['SealedPlan'];
export type Decision = components['schemas']['Decision'];
export type ArenaSettings = components['schemas']['ArenaSettings'];
export type JudgingPlan = components['schemas']['JudgingPlan'];
export type TrustTerms = components['schemas']['TrustTerms'];
export type GateSettings = components['schemas']['GateSettings'];
export type LiveSettings = components['schemas']['LiveSettings'];
export type DecidesSetting = components['schemas']['DecidesSetting'];
export type DecisionDay = components['schemas']['DecisionDay'];
export type LeakSettings = components['schemas']['LeakSettings'];
export type ProviderKey = components['schemas']['ProviderKey'];
export type VisibilityRequest = components['schemas']['VisibilityRequest'];
export type DecidesRequest = components['schemas']['DecidesRequest'];
export type ArenaDetail = components['schemas']['ArenaDetail'];
export type ContestantList = components['schemas']['ContestantList'];
export type ContestantDescription = components['schemas']['ContestantDescription'];
export type AdminContestants = components['schemas']['AdminContestants'];
export type AdminContestant = components['schemas']['AdminContestant'];
export type AdminPrompts = components['schemas']['AdminPrompts'];
export type AdminPrompt = components['schemas']['AdminPrompt'];
export type PromptSelection = components['schemas']['PromptSelection'];
export type PromptsReceipt = components['schemas']['PromptsReceipt'];
export type PromptRestoration = components['schemas']['PromptRestoration'];
export type Invitations = components['schemas']['Invitations'];
export type Invitation = components['schemas']['Invitation'];
export type InvitedGroup = components['schemas']['InvitedGroup'];
export type AssignedPairs = components['schemas']['AssignedPairs'];
export type PeopleAgreement = components['schemas']['PeopleAgreement'];
export type InvitationsRequest = components['schemas']['InvitationsRequest'];
export type NewInvitation = components['schemas']['NewInvitation'];
export type SharedPairsRequest = components['schemas']['SharedPairsRequest'];
export type RenewalRequest = components['schemas']['RenewalRequest'];
export type OpenInvitationRequest = components['schemas']['OpenInvitationRequest'];
export type InvitedProgress = components['schemas']['InvitedProgress'];
export type BattleRequest = components['schemas']['BattleRequest'];
export type IssuedBattle = components['schemas']['IssuedBattle'];
export type Battle = components['schemas']['Battle'];
export type Message = components['schemas']['Message'];
export type ShownAnswer = components['schemas']['ShownAnswer'];
export type TranscriptStep = components['schemas']['TranscriptStep'];
export type Puzzle = components['schemas']['Puzzle'];
export type VoteRequest = components['schemas']['VoteRequest'];
export type Proof = components['schemas']['Proof'];
export type VoteReceipt = components['schemas']['VoteReceipt'];
export type RevealRequest = components['schemas']['RevealRequest'];
export type Reveal = components['schemas']['Reveal'];
export type SimulatedRemoval = components['schemas']['SimulatedRemoval'];
export type JudgingState = components['schemas']['JudgingState'];
export type JudgingProgress = components['schemas']['JudgingProgress'];
export type JudgeStop = components['schemas']['JudgeStop'];
export type ArenaLedger = components['schemas']['ArenaLedger'];
export type BudgetRequest = components['schemas']['BudgetRequest'];
export type ChecksReport = components['schemas']['ChecksReport'];
export type PassRate = components['schemas']['PassRate'];
export type InjectedAnswers = components['schemas']['InjectedAnswers'];
export type InjectedAnswer = components['schemas']['InjectedAnswer'];
export type JudgingRequest = components['schemas']['JudgingRequest'];
export type RunEstimate = components['schemas']['RunEstimate'];
export type JudgesReport = components['schemas']['JudgesReport'];
export type JudgeReport = components['schemas']['JudgeReport'];
export type TrustFailure = components['schemas']['TrustFailure'];
export type Evidence = components['schemas']['Evidence'];
export type JudgeTrial = components['schemas']['JudgeTrial'];
export type JudgeFigures = components['schemas']['JudgeFigures'];
export type AgreementFigures = components['schemas']['AgreementFigures'];
export type Share = components['schemas']['Share'];
export type Preference = components['schemas']['Preference'];
export type JudgeCost = components['schemas']['JudgeCost'];
export type JudgeVersionReport = components['schemas']['JudgeVersionReport'];
export type Drift = components['schemas']['Drift'];
export type HumanCeiling = components['schemas']['HumanCeiling'];
export type JuryAgreement = components['schemas']['JuryAgreement'];
export type RetestReport = components['schemas']['RetestReport'];
export type RunToRun = components['schemas']['RunToRun'];
export type ArenaList = components['schemas']['ArenaList'];
export type ListedArena = components['schemas']['ListedArena'];
export type Board = components['schemas']['Board'];
export type View = components['schemas']['View'];
export type JudgeChoice = components['schemas']['JudgeChoice'];
export type Decides = components['schemas']['Decides'];
export type LeadAlone = components['schemas']['LeadAlone'];
export type Settle = components['schemas']['Settle'];
export type BoardContestant = components['schemas']['BoardContestant'];
export type CheckSummary = components['schemas']['CheckSummary'];
export type Warning = components['schemas']['Warning'];
export type VoterResult = components['schemas']['VoterResult'];
export type HeadToHead = components['schemas']['HeadToHead'];
export type PairRecord = components['schemas']['PairRecord'];
export type Differences = components['schemas']['Differences'];
export type WinRates = components['schemas']['WinRates'];
export type WinRateAgainst = components['schemas']['WinRateAgainst'];
export type BoardReports = components['schemas']['BoardReports'];
export type Ingredients = components['schemas']['Ingredients'];
export type SamplingCounts = components['schemas']['SamplingCounts'];
export type History = components['schemas']['History'];
export type HistoryPoint = components['schemas']['HistoryPoint'];
export type CountedLater = components['schemas']['CountedLater'];
export type ContestantRecord = components['schemas']['ContestantRecord'];
export type OpponentRecord = components['schemas']['OpponentRecord'];
export type PromptRecord = components['schemas']['PromptRecord'];
export type BattleList = components['schemas']['BattleList'];
export type ListedBattle = components['schemas']['ListedBattle'];
export type BattleSide = components['schemas']['BattleSide'];
export type BattleTexts = components['schemas']['BattleTexts'];
export type JudgeRequest = components['schemas']['JudgeRequest'];
export type DividedVotes = components['schemas']['DividedVotes'];
export type DecidedBattle = components['schemas']['DecidedBattle'];
export type ArenaNeeds = components['schemas']['ArenaNeeds'];
export type Comparison = components['schemas']['Comparison'];
export type ComparedGate = components['schemas']['ComparedGate'];
export type PairDecision = components['schemas']['PairDecision'];
export type CriterionFinding = components['schemas']['CriterionFinding'];
export type ComparisonReach = components['schemas']['ComparisonReach'];
export type LeastWins = components['schemas']['LeastWins'];
export type GuardRail = components['schemas']['GuardRail'];
export type CategoryRail = components['schemas']['CategoryRail'];
export type CheckRail = components['schemas']['CheckRail'];
export type SpendingRail = components['schemas']['SpendingRail'];
export type JudgeCalls = components['schemas']['JudgeCalls'];
export type BatchBody = components['schemas']['BatchBody'];
export type BatchLook = components['schemas']['BatchLook'];
export type ArenaFilesRead = components['schemas']['ArenaFilesRead'];
export type ArenaRecipe = components['schemas']['ArenaRecipe'];
export type LeftOut = components['schemas']['LeftOut'];
export type SentArena = components['schemas']['SentArena'];
export type ArenaReceipt = components['schemas']['ArenaReceipt'];
export type ArenaChange = components['schemas']['ArenaChange'];
export type KindOfChange = components['schemas']['KindOfChange'];
export type ArenaTrial = components['schemas']['ArenaTrial'];
export type JudgingWay = components['schemas']['JudgingWay'];
export type FileLooks = components['schemas']['FileLooks'];
export type FileLook = components['schemas']['FileLook'];
export type LookedRow = components['schemas']['LookedRow'];
export type LookedColumn = components['schemas']['LookedColumn'];
export type ImportReceipt = components['schemas']['ImportReceipt'];
export type ImportedFile = components['schemas']['ImportedFile'];
export type BroughtArchive = components['schemas']['BroughtArchive'];
export type AdminVotes = components['schemas']['AdminVotes'];
export type AdminVote = components['schemas']['AdminVote'];
export type AdminVoters = components['schemas']['AdminVoters'];
export type AdminVoter = components['schemas']['AdminVoter'];
export type AuditLog = components['schemas']['AuditLog'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type QuarantineRequest = components['schemas']['QuarantineRequest'];
export type QuarantineReceipt = components['schemas']['QuarantineReceipt'];
export type SuspicionRequest = components['schemas']['SuspicionRequest'];
export type SuspicionReceipt = components['schemas']['SuspicionReceipt'];
export type Leaks = components['schemas']['Leaks'];
export type Leak = components['schemas']['Leak'];
export type LeakRequest = components['schemas']['LeakRequest'];
export type LeakReceipt = components['schemas']['LeakReceipt'];
export type EraseVoterRequest = components['schemas']['EraseVoterRequest'];
export type ErasedVoter = components['schemas']['ErasedVoter'];
export type EraseTextRequest = components['schemas']['EraseTextRequest'];
export type ErasedText = components['schemas']['ErasedText'];
export type RemovalRequest = components['schemas']['RemovalRequest'];
export type RemovedArena = components['schemas']['RemovedArena'];
export type CurrentToken = components['schemas']['CurrentToken'];
export type OperatorToken = components['schemas']['OperatorToken'];
export type OperatorTokenRequest = components['schemas']['OperatorTokenRequest'];
export type NewOperatorToken = components['schemas']['NewOperatorToken'];
export type ModelKeys = components['schemas']['ModelKeys'];
export type ModelKey = components['schemas']['ModelKey'];
export type ModelKeyRequest = components['schemas']['ModelKeyRequest'];
export type PricedModels = components['schemas']['PricedModels'];
export type PricedModel = components['schemas']['PricedModel'];
export type ModelPriceRequest = components['schemas']['ModelPriceRequest'];
export type Suspicions = components['schemas']['Suspicions'];
export type Suspicion = components['schemas']['Suspicion'];
export type Climb = components['schemas']['Climb'];
export type ClimbEpoch = components['schemas']['ClimbEpoch'];
export type HoldOut = components['schemas']['HoldOut'];
export type ClimbAttempt = components['schemas']['ClimbAttempt'];
export type ClimbGate = components['schemas']['ClimbGate'];
export type ClimbWarning = components['schemas']['ClimbWarning'];
export type ClimbCounts = components['schemas']['ClimbCounts'];
export type ClimbOverfit = components['schemas']['ClimbOverfit'];
export type ClimbResult = components['schemas']['ClimbResult'];
export type ChallengeState = components['schemas']['ChallengeState'];
export type ChallengeProgress = components['schemas']['ChallengeProgress'];
export type ChallengeOutcome = components['schemas']['ChallengeOutcome'];
export type Challenged = components['schemas']['Challenged'];
export type ChallengeBody = components['schemas']['ChallengeBody'];
export type LiveReport = components['schemas']['LiveReport'];
export type ReopenRequest = components['schemas']['ReopenRequest'];
export type LiveTerms = components['schemas']['LiveTerms'];
export type LiveRequest = components['schemas']['LiveRequest'];
export type LiveBattle = components['schemas']['LiveBattle'];
export type LiveTurnRequest = components['schemas']['LiveTurnRequest'];
export type DrawnAnswers = components['schemas']['DrawnAnswers'];
export type DrawnAnswer = components['schemas']['DrawnAnswer'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
