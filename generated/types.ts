// Written by scripts/generate.ts from spec/. Do not edit.

export interface paths {
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I
         * @description Returns the key of this request, its scope, and its team and account. Neither kind of key needs the team header here.
         */
        get: operations["getIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the teams within reach
         * @description Lists every team of the account for an account-scoped key, or the one team of a team-scoped key, in the order of their creation. Use the ids in the header `X-Service-Team`.
         */
        get: operations["listTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{team_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a team
         * @description Lists the people of a team, in the order of their creation. Use their ids in `recipient_user_ids` of an alert. A team that does not exist and a team that the key cannot access both give a 404.
         */
        get: operations["listTeamMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/podcasts/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search podcasts
         * @description Finds podcasts by name and description. In a name, a term is found anywhere, even inside a word and even if it is shorter than three characters; in a description it is found as a whole word. All terms must match, each in any of the chosen fields; an excluded term must not occur in any of them. See "The search language" above.
         *     Podcasts belong to no team: the team header is ignored. When ordered by `last_episode_at`, podcasts without an episode come last in both directions. Following `next_cursor` shows no podcast twice and skips none that existed at the first page.
         */
        get: operations["searchPodcasts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/podcasts/{podcast_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a podcast
         * @description Returns one podcast with its categories and the number of its stored episodes. Ignores the team header.
         */
        get: operations["getPodcast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/podcasts/{podcast_id}/episodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the episodes of a podcast
         * @description Lists all stored episodes of the podcast, most recently published first, undated ones last. Episodes are stored from the day on which the service began to follow the feed; it does not fetch earlier ones. Includes episodes dated in the future. Ignores the team header.
         */
        get: operations["listPodcastEpisodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/episodes/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search episodes
         * @description Finds episodes by what is said in them (`scope=transcript`) or by title and description (`scope=metadata`); one scope per request. The search compares whole words. A phrase may cross the end of a sentence, but not the border between title and description. `scope=transcript` finds only episodes that have a transcript. See "The search language" above.
         *     A search covers a window of days, at most the last 18 calendar months. By default the window ends today and begins 30 days before its end. `window` in the response has the days that were searched. An undated episode counts by the day on which it was first stored. An episode dated in the future is found from that day on. Older episodes remain available through the lists and by id.
         *     An unknown `podcast_id` gives an empty page, not a 404. A query that has only exclusions finds all episodes of the window that lack the excluded terms, newest first. When ordered by time, results without a time come last in both directions; ties are ordered by id.
         *     Pages stay consistent in every order while episodes are added: no episode appears twice, and none that existed at the first page is skipped. The order of a best match is kept for at least an hour; after that the cursor is refused with `stale_cursor`. The 1,000 most relevant matches come first, by relevance; any others follow, newest first. A cursor is also stale if any parameter except `limit` was changed, and after midnight (UTC) if `since` or `until` was omitted.
         *     Episodes belong to no team: the team header is ignored.
         */
        get: operations["searchEpisodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/episodes/{episode_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an episode
         * @description Returns one episode with its podcast and, if it has a transcript, a summary of the transcript. Works for episodes of any age. Ignores the team header.
         */
        get: operations["getEpisode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/episodes/{episode_id}/transcript/excerpts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get passages around words
         * @description Returns passages of one episode's transcript around the places where any of the terms is said, earliest first. Terms are taken as written (see "Words as written" above): whole words or phrases, case-insensitive, without search syntax. Send each form of a word as a separate term. Passages that touch or overlap are merged, and `limit` counts passages; `total_hits` counts every place in the episode.
         *     Counts as one request and never as a transcript download. Works for episodes of any age. Ignores the team header.
         */
        get: operations["getTranscriptExcerpts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/episodes/{episode_id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transcript page by page
         * @description Returns the transcript as timed paragraphs, about 50 per page. A paragraph ends at a pause of two seconds or more, at a change of speaker, and before it would exceed 30 seconds; a longer sentence is split at a word. A text that was published without times keeps its own paragraphs, split near 1,000 characters; its times are distributed by position over the known length, or are all 0. Joined by blank lines, the paragraphs equal the `txt` download byte for byte.
         *     The first page (no `cursor`) counts as one request and one transcript download, every later page only as a request. A 404, a refused cursor or a 503 costs no download, and a 404 takes precedence over the 429 for used-up downloads. A cursor works for the account that read the first page, until its monthly allowances are reset; after that it is refused with `stale_cursor`. Ignores the team header.
         */
        get: operations["readTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/episodes/{episode_id}/transcript/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a transcript
         * @description Returns the whole transcript as one file, in UTF-8. `json`: timed segments, one sentence each. `txt`: the paragraphs of the paged read, separated by a blank line, without times. `srt` and `vtt`: subtitles, one sentence per cue. Times count from the start of the episode.
         *     Each download counts as one request and one transcript download, and so does a `HEAD`. A 404 or a 503 costs no download, and a 404 takes precedence over the 429 for used-up downloads. Ignores the team header.
         */
        get: operations["downloadTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the alerts of a team
         * @description Lists all alerts of the team, active or not, newest first.
         */
        get: operations["listAlerts"];
        put?: never;
        /**
         * Create an alert
         * @description Matches every transcript that the service stores for the first time from now on, if its episode was published at most 7 days earlier (an undated episode counts as published when it was first stored). A transcript matches if it contains any of the keywords, taken as written (see "Words as written" above). There is one match per alert and episode, even if the transcript changes later.
         *     The service checks how broad the keywords are: the number of matching transcripts of episodes published in the last 7 times 24 hours (an undated episode counts from when it was first stored), divided by 7. If this is more than the service allows per day (50, unless the operator changed it), the answer is a 422 whose `fields` names `keywords`. An active alert that exceeds this number of matches in one day (UTC) is paused with `match_limit`; the matches up to the limit are kept and sent.
         *     With `use_classifier`, a match is recorded only if the classifier answers `question` with yes; an answer that is neither yes nor no counts as no answer. While the classifier is unavailable, the service retries for a day and then drops the question. If the service has no classifier, it refuses `use_classifier` with a 422 that names the field; an older alert with `use_classifier` records nothing.
         *     The plan limits the active alerts of the account; the limit for active and inactive alerts together is twenty times as high. Recipients must be members of the alert's team, otherwise the answer is a 422 whose `fields` names `recipient_user_ids`. Each recipient gets at most one email per hour, with the new matches of all their alerts. `created_by` is the user of the key.
         */
        post: operations["createAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/{alert_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert
         * @description Returns one alert of the team.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        /**
         * Delete an alert
         * @description Deletes the alert and all its matches. Deliveries in progress are completed.
         */
        delete: operations["deleteAlert"];
        options?: never;
        head?: never;
        /**
         * Change an alert
         * @description Changes only the fields that you send; `null` means the same as omitting a field. `keywords` and `recipient_user_ids` replace the whole list.
         *     Sending `is_active: true`, or new `keywords` for an active alert, checks the breadth again (if it is refused, `fields` names `keywords`) and clears `paused_at` and `paused_reason`. `is_active: false` stops all matching and clears them too. New keywords of an inactive alert are not checked until it is activated. If the check refuses the change, nothing changes. Activating an alert resets its match count of the day and counts against the plan's limit of active alerts. An upgrade of the plan does not activate paused alerts.
         */
        patch: operations["updateAlert"];
        trace?: never;
    };
    "/alerts/{alert_id}/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the matches of an alert
         * @description Lists the matches of the last 60 days, newest first. Includes matches that were found while the webhook was off.
         */
        get: operations["listAlertMatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/matches/{match_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a match
         * @description Returns one match of any alert of the team. The match keeps the names, the titles and the excerpt as they were when it was recorded.
         */
        get: operations["getMatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks of a team
         * @description Lists the webhook of the team. A team has at most one, so there is only one page and no cursor.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create the webhook of a team
         * @description From now on, every new match of the team's alerts is POSTed to the URL, signed with the secret in the response; see the event `alert.match.created`. The secret is not shown again.
         *     The URL must be https, without credentials, and every address that its host resolves to must be public (or allowed by the operator of the service). The service checks this now and on every connection. A second webhook of the same team is a 403.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Returns the webhook of the team, without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes the webhook and its delivery history.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes only the fields that you send; `null` means the same as omitting a field. Deliveries that are still being retried go to a new `url`. `is_active: false` cancels deliveries that wait for a retry; the service never sends matches that it finds while the webhook is off. `is_active: true` switches the webhook on again, whatever the reason it was off. No plan limit applies here in 1.0.0.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Lists the deliveries of the last 30 days, including test sends, newest first.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Creates a new secret. The old one stops working immediately: all later deliveries, including retries, are signed with the new one. Needs no body.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description Sends a sample `alert.match.created` with `test: true` and fixed example data. It is sent once and never retried. A failed test is `failed` immediately, and a successful one does not change `last_success_at`. Also works while the webhook is off. Find the outcome in the list of deliveries, under the id of the response. A team may send 50 tests per clock hour (UTC). Needs no body.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "alert.match.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A new match
         * @description Sent to the team's webhook for each new match of its alerts, seconds after the match was found. Transcripts are not included. Deliveries do not count against any limit.
         *     Signing follows Standard Webhooks. The signed content is `webhook-id`, `webhook-timestamp` and the raw body, joined by full stops. The key is what follows `whsec_` in the secret, decoded from base64. A signature is `v1,` and the base64 of the HMAC-SHA256; the header may hold several, separated by spaces, and one that fits is enough. Verify against the raw body before parsing it, and refuse a timestamp more than five minutes away from your own clock.
         *     Answer any 2xx within 5 seconds; only the status is looked at. Another status, a redirect (which is not followed) or a time-out is a failed attempt. It is repeated up to seven times, 5, 25, 125, 625, 3125, 15625 and 78125 seconds after the end of the attempt before, eight attempts in about 27 hours. The body is the same bytes every time, timestamp and signature are fresh. A delivery may arrive twice and out of order; `webhook-id` tells repeats.
         *     When a delivery has failed every attempt and nothing was accepted since it was created, the webhook is switched off with `disabled_reason: failing`, its other waiting deliveries are cancelled and the account's admins are emailed. Matches found while it is off are not sent later; they stay in the alert's list, and the operator of the service can have them sent again as new deliveries. A slow or dead receiver never delays another team's deliveries.
         */
        post: operations["alertMatchCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A team of an account. Alerts, matches and the webhook belong to a team. */
        TeamOut: {
            /**
             * Format: uuid
             * @description Id of the team; what the header `X-Service-Team` takes.
             */
            id: string;
            /** @description Name of the team. */
            name: string;
        };
        /** @description The account that a key belongs to. All keys of an account share its request limits. */
        AccountOut: {
            /**
             * Format: uuid
             * @description Id of the account.
             */
            id: string;
            /** @description Name of the account. */
            name: string;
        };
        /** @description The key of this request, with its team and account. */
        IdentityOut: {
            /**
             * Format: uuid
             * @description Id of the key.
             */
            id: string;
            /** @description Name of the key, as given when it was made. */
            name: string;
            /** @description The first characters of the key, the only part of it that is ever shown again. */
            prefix: string;
            /**
             * @description `team`: the key acts for one team. `account`: the key can access every team of the account and names one per request in `X-Service-Team`.
             * @enum {string}
             */
            scope: "team" | "account";
            /** @description The team of a team-scoped key; `null` for an account-scoped one. */
            team: components["schemas"]["TeamOut"] | null;
            /** @description The account that the key belongs to. */
            account: components["schemas"]["AccountOut"];
        };
        /** @description The key is missing, malformed, unknown or revoked. */
        InvalidCredentialsError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "invalid_credentials";
                /** @description Message for people; may change at any time. */
                message: string;
            };
        };
        /** @description A request limit of the account is used up. */
        RateLimitedError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "rate_limited";
                /** @description Message for people; may change at any time. */
                message: string;
                /**
                 * @description The limit that is used up. After `per_minute`, slow down and retry; for a monthly limit, a retry before `reset` fails too. If both the minute and the month are used up, this is `per_month`.
                 * @enum {string}
                 */
                scope: "per_minute" | "per_month";
                /** @description When this limit is reset, in Unix seconds. */
                reset: number;
            };
        };
        /** @description An error in the service itself. */
        InternalError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "internal_error";
                /** @description Message for people; may change at any time. */
                message: string;
            };
        };
        /** @description Send it back as `cursor` to get the next page. `null` on the last page. */
        NextCursor: string | null;
        /** @description One page of teams. */
        TeamPageOut: {
            /** @description Teams in the order in which they were created. */
            results: components["schemas"]["TeamOut"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description Maps each faulty field to its messages. A key is the outermost name that the caller wrote: a query or path parameter, a field of the body (`keywords`, not `keywords.3`; the message says which item), a header in its usual spelling, or `body` if the body cannot be read as a JSON object. */
        InputFields: {
            [key: string]: string[];
        };
        /** @description A parameter or header is not valid, or the cursor cannot be used here. `fields` is present only with `invalid_input`. */
        InvalidPageRequestError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "invalid_input" | "stale_cursor" | "invalid_cursor";
                /** @description Message for people; may change at any time. */
                message: string;
                fields?: components["schemas"]["InputFields"];
            };
        };
        /** @description A person in a team. Email addresses are never shown. */
        TeamMemberOut: {
            /**
             * Format: uuid
             * @description Id of the user; what `recipient_user_ids` of an alert takes.
             */
            id: string;
            /** @description Full name of the user. */
            full_name: string;
        };
        /** @description One page of team members. */
        TeamMemberPageOut: {
            /** @description Members in the order in which they were created. */
            results: components["schemas"]["TeamMemberOut"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The key cannot access a team with this id. */
        TeamNotFoundError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "team_not_found";
                /** @description Message for people; may change at any time. */
                message: string;
            };
        };
        /** @description A podcast that the service follows or has imported. */
        PodcastOut: {
            /**
             * Format: uuid
             * @description Id of the podcast.
             */
            id: string;
            /** @description Name of the show. */
            title: string;
            /** @description The show's description of itself as plain text: markup removed, line breaks kept. May be empty. */
            description: string;
            /** @description The publisher of the show as stated in its feed. May be empty. */
            author: string;
            /** @description Whether the publisher marks the show as explicit. */
            explicit: boolean;
            /** @description URL of the show's feed. */
            feed_url: string;
            /** @description URL of the cover image, empty if the feed has none. */
            image_url: string;
            /** @description Id of the show in the iTunes directory, `null` if unknown. */
            itunes_id: number | null;
            /** @description Language of the show as a tag such as `en` or `de-AT`, empty if unknown. */
            language: string;
            /**
             * Format: date-time
             * @description When the newest stored episode was published (UTC), ignoring dates in the future. `null` if there is none.
             */
            last_episode_at: string | null;
        };
        /** @description One page of podcasts. */
        PodcastPageOut: {
            /** @description Podcasts in the order asked for. */
            results: components["schemas"]["PodcastOut"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description Search is temporarily unavailable. */
        SearchUnavailableError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "search_unavailable";
                /** @description Message for people; may change at any time. */
                message: string;
            };
        };
        /** @description A category under which a show is filed. */
        CategoryOut: {
            /** @description Name of the category, for people. */
            name: string;
            /** @description The name in lower case with hyphens, for programs. */
            slug: string;
        };
        /** @description A podcast with its categories and the number of its episodes. */
        PodcastDetailOut: {
            /**
             * Format: uuid
             * @description Id of the podcast.
             */
            id: string;
            /** @description Name of the show. */
            title: string;
            /** @description The show's description of itself as plain text: markup removed, line breaks kept. May be empty. */
            description: string;
            /** @description The publisher of the show as stated in its feed. May be empty. */
            author: string;
            /** @description Whether the publisher marks the show as explicit. */
            explicit: boolean;
            /** @description URL of the show's feed. */
            feed_url: string;
            /** @description URL of the cover image, empty if the feed has none. */
            image_url: string;
            /** @description Id of the show in the iTunes directory, `null` if unknown. */
            itunes_id: number | null;
            /** @description Language of the show as a tag such as `en` or `de-AT`, empty if unknown. */
            language: string;
            /**
             * Format: date-time
             * @description When the newest stored episode was published (UTC), ignoring dates in the future. `null` if there is none.
             */
            last_episode_at: string | null;
            /** @description Categories of the show, in the order of its feed. */
            categories: components["schemas"]["CategoryOut"][];
            /** @description Number of stored episodes, equal to the total of the podcast's episode list. */
            available_episode_count: number;
        };
        /** @description No podcast has this id. */
        PodcastNotFoundError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "podcast_not_found";
                /** @description Message for people; may change at any time. */
                message: string;
            };
        };
        /** @description A parameter, a header or the body is not valid. */
        InvalidInputError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "invalid_input";
                /** @description Message for people; may change at any time. */
                message: string;
                fields: components["schemas"]["InputFields"];
            };
        };
        /** @description An episode in the list of a podcast. */
        EpisodeOut: {
            /**
             * Format: uuid
             * @description Id of the episode.
             */
            id: string;
            /** @description Title of the episode. */
            title: string;
            /** @description The publisher's notes as plain text: markup removed, line breaks kept. May be empty. */
            description: string;
            /**
             * @description URL of the audio file, empty if the episode has none.
             * @default
             */
            audio_url: string;
            /** @description Length in seconds as stated by the publisher, `null` if not stated. */
            duration_seconds: number | null;
            /** @description Number within the show or season, `null` if the feed has none. */
            episode_number: number | null;
            /** @description Number of the season, `null` if the feed has none. */
            season_number: number | null;
            /**
             * Format: date-time
             * @description When the episode was published (UTC), `null` if undated.
             */
            published_at: string | null;
            /** @description Whether the service has a transcript with at least one sentence. */
            has_transcript: boolean;
        };
        /** @description One page of episodes. */
        EpisodePageOut: {
            /** @description Episodes, the most recently published first, undated ones last. */
            results: components["schemas"]["EpisodeOut"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The podcast of an episode, in short. */
        EpisodePodcastOut: {
            /**
             * Format: uuid
             * @description Id of the podcast.
             */
            id: string;
            /** @description Name of the show. */
            title: string;
            /** @description URL of the cover image, empty if the feed has none. */
            image_url: string;
        };
        /** @description Text around a search hit. */
        SearchExcerptOut: {
            /** @description Plain text of about 240 characters, cut at word boundaries, with `…` at each cut. Has no position in the audio. */
            text: string;
        };
        /** @description An episode that a search found. */
        EpisodeSearchHitOut: {
            /**
             * Format: uuid
             * @description Id of the episode.
             */
            id: string;
            /** @description Title of the episode. */
            title: string;
            /** @description The publisher's notes as plain text: markup removed, line breaks kept. May be empty. */
            description: string;
            /**
             * @description URL of the audio file, empty if the episode has none.
             * @default
             */
            audio_url: string;
            /** @description Length in seconds as stated by the publisher, `null` if not stated. */
            duration_seconds: number | null;
            /** @description Whether the service has a transcript with at least one sentence; always true with `scope=transcript`. */
            has_transcript: boolean;
            /**
             * Format: date-time
             * @description When the episode was published (UTC), `null` if undated.
             */
            published_at: string | null;
            /** @description The podcast that the episode belongs to. */
            podcast: components["schemas"]["EpisodePodcastOut"];
            /** @description Up to two pieces of text around the hits: from the transcript, or from the description with `scope=metadata`. Empty if only the title matched, or if the transcript could not be read in time. */
            excerpts: components["schemas"]["SearchExcerptOut"][];
        };
        /** @description The days that were searched, after defaults and limits were applied. For a window entirely before the searchable time, `since` and `until` both equal `earliest`. */
        EpisodeSearchWindowOut: {
            /**
             * Format: date
             * @description First day covered (UTC).
             */
            since: string;
            /**
             * Format: date
             * @description Last day covered (UTC).
             */
            until: string;
            /**
             * Format: date
             * @description The earliest searchable day: 18 calendar months before today, or the last day of that month if the month is too short.
             */
            earliest: string;
        };
        /** @description One page of search hits, and the days that were searched. */
        EpisodeSearchPageOut: {
            /** @description Hits in the order asked for. */
            results: components["schemas"]["EpisodeSearchHitOut"][];
            next_cursor: components["schemas"]["NextCursor"];
            /** @description The days covered. */
            window: components["schemas"]["EpisodeSearchWindowOut"];
        };
        /** @description Summary of a transcript. */
        TranscriptSummaryOut: {
            /** @description Length in seconds as measured from the audio, and so more reliable than the episode's own `duration_seconds`. `null` if it was not measured. */
            duration_seconds: number | null;
            /** @description Language of the transcript as a tag such as `en`, empty if unknown. */
            language: string;
            /** @description Number of words. */
            word_count: number;
        };
        /** @description One episode with its podcast and a summary of its transcript. */
        EpisodeDetailOut: {
            /**
             * Format: uuid
             * @description Id of the episode.
             */
            id: string;
            /** @description Title of the episode. */
            title: string;
            /** @description The publisher's notes as plain text: markup removed, line breaks kept. May be empty. */
            description: string;
            /**
             * @description URL of the audio file, empty if the episode has none.
             * @default
             */
            audio_url: string;
            /** @description Length in seconds as stated by the publisher, `null` if not stated. */
            duration_seconds: number | null;
            /** @description Number within the show or season, `null` if the feed has none. */
            episode_number: number | null;
            /** @description Number of the season, `null` if the feed has none. */
            season_number: number | null;
            /**
             * Format: date-time
             * @description When the episode was published (UTC), `null` if undated.
             */
            published_at: string | null;
            /** @description Whether the service has a transcript with at least one sentence. */
            has_transcript: boolean;
            /** @description The podcast that the episode belongs to. */
            podcast: components["schemas"]["EpisodePodcastOut"];
            /** @description Summary of the transcript; `null` or left out while there is none. */
            transcript?: components["schemas"]["TranscriptSummaryOut"] | null;
        };
        /** @description No episode has this id. */
        EpisodeNotFoundError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "episode_not_found";
                /** @description Message for people; may change at any time. */
                message: string;
            };
        };
        /** @description Whole sentences around at least one of the terms. */
        TranscriptExcerptOut: {
            /** @description Start of the passage in seconds from the episode's start. */
            start: number;
            /** @description End of the passage in seconds from the episode's start. */
            end: number;
            /** @description The sentences of the passage. */
            text: string;
        };
        /** @description Passages around the terms, the earliest first. There is no next page. */
        TranscriptExcerptsOut: {
            /** @description The passages. Passages that touch or overlap are merged. */
            excerpts: components["schemas"]["TranscriptExcerptOut"][];
            /** @description Number of places in the whole episode where any of the terms occurs, including places outside the returned passages. Terms that start at the same place count once. */
            total_hits: number;
        };
        /** @description No episode has this id, or it has no transcript. */
        TranscriptNotFoundError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "episode_not_found" | "transcript_not_available";
                /** @description Message for people; may change at any time. */
                message: string;
            };
        };
        /** @description Storage is temporarily unavailable. */
        StorageUnavailableError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "storage_unavailable";
                /** @description Message for people; may change at any time. */
                message: string;
            };
        };
        /** @description A paragraph of at most 30 seconds. */
        TranscriptParagraphOut: {
            /** @description Start of the paragraph in seconds from the episode's start. */
            start: number;
            /** @description End of the paragraph in seconds from the episode's start. */
            end: number;
            /** @description The text of the paragraph. */
            text: string;
        };
        /** @description One page of a transcript, about 50 paragraphs. */
        TranscriptPageOut: {
            /** @description The paragraphs in order, the same as in the `txt` download. */
            paragraphs: components["schemas"]["TranscriptParagraphOut"][];
            /** @description Language of the transcript as a tag such as `en`, empty if unknown. */
            language: string;
            /** @description Length in seconds as measured from the audio, `null` if it was not measured. */
            duration_seconds: number | null;
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A request limit or the transcript downloads of the month are used up. */
        DownloadsLimitedError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "rate_limited";
                /** @description Message for people; may change at any time. */
                message: string;
                /**
                 * @description The limit that is used up. After `per_minute`, slow down and retry; for a monthly limit, a retry before `reset` fails too. If both the minute and the month are used up, this is `per_month`.
                 * @enum {string}
                 */
                scope: "per_minute" | "per_month" | "transcript_downloads_per_month";
                /** @description When this limit is reset, in Unix seconds. */
                reset: number;
            };
        };
        /** @description One sentence with its time. */
        TranscriptSegmentOut: {
            /** @description Start of the sentence in seconds from the episode's start. */
            start: number;
            /** @description End of the sentence in seconds from the episode's start. */
            end: number;
            /** @description The sentence. */
            text: string;
        };
        /** @description The whole transcript as a JSON file. It contains no continuous text; join the segments to get it. */
        TranscriptFileOut: {
            /**
             * Format: uuid
             * @description Id of the episode.
             */
            episode_id: string;
            /** @description Language of the transcript as a tag such as `en`, empty if unknown. */
            language: string;
            /** @description Length in seconds as measured from the audio, `null` if it was not measured. */
            duration_seconds: number | null;
            /** @description The sentences in order. */
            segments: components["schemas"]["TranscriptSegmentOut"][];
        };
        /** @description A person who gets the hourly email of an alert. */
        AlertRecipientOut: {
            /**
             * Format: uuid
             * @description Id of the user. Recipients that are not users (`null`) do not occur in 1.0.0.
             */
            user_id: string | null;
            /** @description Full name of the user. */
            full_name: string;
            /** @description Always empty for users, whose addresses are never published. */
            email: string;
        };
        /** @description The team that an alert belongs to. */
        AlertTeamOut: {
            /**
             * Format: uuid
             * @description Id of the team.
             */
            id: string;
            /** @description Name of the team. */
            name: string;
        };
        /** @description The person for whom an alert was created. */
        AlertAuthorOut: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            id: string;
            /** @description Full name of the user. */
            full_name: string;
            /** @description Always empty, as addresses of users are never published. */
            email: string;
        };
        /** @description Keywords that a team watches for in new episodes. */
        AlertOut: {
            /**
             * Format: uuid
             * @description Id of the alert.
             */
            id: string;
            /** @description Name of the alert. */
            name: string;
            /** @description Words and phrases as the caller spelled them. A transcript that contains any of them is a match. */
            keywords: string[];
            /** @description Yes-or-no question about an episode, put to the classifier when `use_classifier` is true. Empty for none. */
            question: string;
            /** @description Whether a match is recorded only after the answer to `question` was yes. */
            use_classifier: boolean;
            /** @description Whether the recipients get an hourly email of new matches. */
            email_enabled: boolean;
            /** @description Whether new transcripts are matched. */
            is_active: boolean;
            /**
             * Format: date-time
             * @description When the service paused the alert (UTC), `null` when it did not.
             */
            paused_at: string | null;
            /**
             * @description Why the service paused the alert. `match_limit`: too many episodes matched in one day (UTC). `plan_limit`: the account went to a plan with room for fewer active alerts. `null`: it did not pause it.
             * @enum {string|null}
             */
            paused_reason: "match_limit" | "plan_limit" | null;
            /** @description Who gets the hourly email. Matches are recorded even if there are no recipients. */
            recipients: components["schemas"]["AlertRecipientOut"][];
            /** @description The team that the alert belongs to. */
            team: components["schemas"]["AlertTeamOut"];
            /** @description The user that the creating key names; `null` for a key that names none. */
            created_by: components["schemas"]["AlertAuthorOut"] | null;
            /**
             * Format: date-time
             * @description When the alert was created (UTC).
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the alert last changed (UTC).
             */
            updated_at: string;
        };
        /** @description One page of alerts. */
        AlertPageOut: {
            /** @description Alerts, the newest first. */
            results: components["schemas"]["AlertOut"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A new alert. Unknown fields are ignored. Texts lose the white space at both ends before their length is checked. */
        AlertCreateIn: {
            /** @description Name of the alert. */
            name: string;
            /** @description Words and phrases to match, taken as written: whole words, without search syntax, each form of a word separately. Duplicates that differ only in case are stored once. A keyword without a letter or digit is refused, and so are keywords that are too broad. */
            keywords: string[];
            /** @description Yes-or-no question about an episode, 10 to 10,000 characters. Needed when `use_classifier` is true. Empty, `null` or left out: none. */
            question?: string | null;
            /**
             * @description Record a match only when the answer to `question` is yes. Refused where the service has no classifier.
             * @default false
             */
            use_classifier: boolean;
            /**
             * @description Send the recipients an hourly email of new matches.
             * @default true
             */
            email_enabled: boolean;
            /**
             * @description Match new transcripts from now on.
             * @default true
             */
            is_active: boolean;
            /** @description Who gets the hourly email: ids from the list of members of the alert's team. At most 1,000. Empty, `null` or left out: nobody. */
            recipient_user_ids?: string[] | null;
        };
        /** @description The limit of the plan is reached. */
        PlanLimitReachedError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "plan_limit_reached";
                /** @description Message for people; may change at any time. */
                message: string;
                /**
                 * @description `alerts`: alerts of the account, active ones or all. `webhooks`: webhooks of the team.
                 * @enum {string}
                 */
                limit_key: "alerts" | "webhooks";
                /** @description The maximum number. */
                limit: number;
            };
        };
        /** @description No alert of this team has this id. */
        AlertNotFoundError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "alert_not_found";
                /** @description Message for people; may change at any time. */
                message: string;
            };
        };
        /** @description What to change. A field left out and a field that is `null` both stay as they are; to clear one send `""` or `[]`. Unknown fields are ignored. Texts lose the white space at both ends before their length is checked. */
        AlertUpdateIn: {
            /** @description New name. */
            name?: string | null;
            /** @description New words and phrases that replace all the old ones, with the same rules as at creation. The breadth of an active alert is checked now; that of an inactive one when it is activated. */
            keywords?: string[] | null;
            /** @description New question, 10 to 10,000 characters. Empty clears it, which is refused while `use_classifier` is true. */
            question?: string | null;
            /** @description Whether a match is recorded only when the answer to `question` is yes. */
            use_classifier?: boolean | null;
            /** @description Whether the recipients get an hourly email of new matches. */
            email_enabled?: boolean | null;
            /** @description `true` activates the alert after its breadth was checked, `false` stops its matching. Both clear `paused_at` and `paused_reason`. */
            is_active?: boolean | null;
            /** @description New recipients that replace all the old ones, at most 1,000. Empty: nobody. */
            recipient_user_ids?: string[] | null;
        };
        /** @description The episode of a match, as it was when the match was recorded. */
        MatchEpisodeOut: {
            /**
             * Format: uuid
             * @description Id of the episode.
             */
            id: string;
            /** @description Title of the episode. */
            title: string;
            /** @description Length in seconds as stated by the publisher, `null` if not stated. */
            duration_seconds: number | null;
            /**
             * Format: date-time
             * @description When the episode was published (UTC), `null` if undated.
             */
            published_at: string | null;
            /** @description The podcast that the episode belongs to. */
            podcast: components["schemas"]["EpisodePodcastOut"];
        };
        /** @description An episode whose transcript contains keywords of an alert. It stays as it was recorded, and is kept for 60 days. */
        MatchOut: {
            /**
             * Format: uuid
             * @description Id of the match.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the alert.
             */
            alert_id: string;
            /** @description Name of the alert. */
            alert_name: string;
            /**
             * Format: date-time
             * @description When the match was recorded (UTC).
             */
            created_at: string;
            /** @description The episode that matched. */
            episode: components["schemas"]["MatchEpisodeOut"];
            /** @description The transcript around the first hit, about 240 characters, cut at word boundaries, with `…` at each cut. */
            excerpt: string;
            /** @description Position of the first hit in seconds from the episode's start, rounded to a tenth. `null` for a transcript without times. */
            first_offset_seconds: number | null;
            /** @description Positions of the hits in seconds from the episode's start, rounded to a tenth, ascending and distinct; at most the first 1,000. Empty for a transcript without times. */
            hit_offsets_seconds: number[];
            /** @description The keywords that are said, in the alert's order and spelling. */
            keywords_matched: string[];
        };
        /** @description One page of matches. */
        MatchPageOut: {
            /** @description Matches of the last 60 days, the newest first. */
            results: components["schemas"]["MatchOut"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description No match of this team has this id, or it is older than 60 days. */
        AlertMatchNotFoundError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "alert_match_not_found";
                /** @description Message for people; may change at any time. */
                message: string;
            };
        };
        /** @description The URL that a team's new matches are sent to. */
        WebhookOut: {
            /**
             * Format: uuid
             * @description Id of the webhook.
             */
            id: string;
            /** @description The https address to which matches are POSTed. */
            url: string;
            /** @description Whether matches are being sent. */
            is_active: boolean;
            /**
             * Format: date-time
             * @description When the webhook was switched off (UTC), by you or by the service. `null` while it is on.
             */
            disabled_at: string | null;
            /**
             * @description `failing` if the service switched the webhook off. `null` while it is on, and if the caller switched it off.
             * @enum {string|null}
             */
            disabled_reason: "failing" | null;
            /**
             * Format: date-time
             * @description When the receiver last answered a delivery with a 2xx (UTC), not counting test sends. `null` before the first.
             */
            last_success_at: string | null;
            /**
             * Format: date-time
             * @description When the webhook was created (UTC).
             */
            created_at: string;
        };
        /** @description The webhook of the team, if it has one. */
        WebhookPageOut: {
            /** @description The webhook, or nothing. */
            results: components["schemas"]["WebhookOut"][];
            /** @description Always `null`, as there is one page. */
            next_cursor: null;
        };
        /** @description A new webhook. Unknown fields are ignored. */
        WebhookCreateIn: {
            /** @description The URL to POST matches to: https, without credentials, with a host that resolves only to public addresses. White space at both ends is trimmed. */
            url: string;
        };
        /** @description The new webhook with its signing secret, which is shown at creation and at rotation only. */
        WebhookCreatedOut: {
            /**
             * Format: uuid
             * @description Id of the webhook.
             */
            id: string;
            /** @description The https address to which matches are POSTed. */
            url: string;
            /** @description Whether matches are being sent. */
            is_active: boolean;
            /**
             * Format: date-time
             * @description When the webhook was switched off (UTC), by you or by the service. `null` while it is on.
             */
            disabled_at: string | null;
            /**
             * @description `failing` if the service switched the webhook off. `null` while it is on, and if the caller switched it off.
             * @enum {string|null}
             */
            disabled_reason: "failing" | null;
            /**
             * Format: date-time
             * @description When the receiver last answered a delivery with a 2xx (UTC), not counting test sends. `null` before the first.
             */
            last_success_at: string | null;
            /**
             * Format: date-time
             * @description When the webhook was created (UTC).
             */
            created_at: string;
            /** @description The signing secret: `whsec_` and the key in base64. */
            secret: string;
        };
        /** @description No webhook of this team has this id. */
        WebhookNotFoundError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "webhook_not_found";
                /** @description Message for people; may change at any time. */
                message: string;
            };
        };
        /** @description What to change. A field left out and a field that is `null` both stay as they are. Unknown fields are ignored. */
        WebhookUpdateIn: {
            /** @description New address, under the same rules as at creation. Deliveries still being retried go there. */
            url?: string | null;
            /** @description `false` switches the webhook off and cancels the deliveries that wait for a retry; `true` switches it on again, whatever switched it off. */
            is_active?: boolean | null;
        };
        /** @description One event for the receiver. Kept for 30 days. */
        WebhookDeliveryOut: {
            /**
             * Format: uuid
             * @description Id of the delivery, the same as its header `webhook-id`.
             */
            id: string;
            /** @description Type of the event, `alert.match.created`. */
            event_type: string;
            /** @description Whether it is a test send. */
            is_test: boolean;
            /**
             * @description `pending`: an attempt is due or under way. `succeeded`: answered with a 2xx. `failed`: the last attempt failed, for a test the only one. `cancelled`: the webhook was switched off before it succeeded.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "cancelled";
            /** @description Number of requests sent so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description When the delivery was created (UTC).
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the receiver accepted it with a 2xx (UTC), `null` until then.
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When the last request was sent (UTC), `null` before the first.
             */
            last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the next request is due (UTC) while the delivery is pending, otherwise `null`.
             */
            next_attempt_at: string | null;
            /** @description HTTP status of the last response, `null` if there was none. */
            last_status_code: number | null;
            /** @description Why the last attempt failed, for people. Empty before the first attempt and after a success. */
            last_error: string;
            /** @description The URL of a test that was not sent to the webhook's own URL, otherwise empty. */
            target_url: string;
        };
        /** @description One page of deliveries. */
        WebhookDeliveryPageOut: {
            /** @description Deliveries of the last 30 days, the newest first. */
            results: components["schemas"]["WebhookDeliveryOut"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A new signing secret. */
        WebhookSecretOut: {
            /** @description The signing secret: `whsec_` and the key in base64. */
            secret: string;
        };
        /** @description Where to send the test. The body may be left out altogether. Unknown fields are ignored. */
        WebhookTestIn: {
            /** @description Send the test there, under the same rules as at creation. Left out or `null`: to the webhook's own address. */
            url?: string | null;
        };
        /** @description A request limit or the test sends of the hour are used up. */
        TestSendsLimitedError: {
            /** @description The error. */
            error: {
                /**
                 * @description Error code for programs to branch on.
                 * @enum {string}
                 */
                code: "rate_limited";
                /** @description Message for people; may change at any time. */
                message: string;
                /**
                 * @description The limit that is used up. After `per_minute`, slow down and retry; for a monthly limit, a retry before `reset` fails too. If both the minute and the month are used up, this is `per_month`.
                 * @enum {string}
                 */
                scope: "per_minute" | "per_month" | "webhook_test_sends_per_hour";
                /** @description When this limit is reset, in Unix seconds. */
                reset: number;
            };
        };
        /** @description What a receiver gets for a new match. */
        AlertMatchCreatedEvent: {
            /**
             * @description The only type of event.
             * @constant
             */
            type: "alert.match.created";
            /**
             * Format: date-time
             * @description When the match was found (UTC); equals `created_at` of the match. Of a test, when it was sent.
             */
            timestamp: string;
            /** @description True for a test send. */
            test: boolean;
            /** @description The match as `GET /alerts/matches/{match_id}` returns it; a fixed example in a test send. */
            data: components["schemas"]["MatchOut"];
        };
    };
    responses: {
        /** @description The key is missing, malformed, unknown or revoked (`invalid_credentials`). Nothing is counted. */
        InvalidCredentials: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidCredentialsError"];
            };
        };
        /** @description A request limit of the account is reached (`rate_limited`). The refused request still counts for the month. Too many unknown keys from one client address get the same answer, with the scope `per_minute` and without limit headers. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedError"];
            };
        };
        /** @description An error in the service (`internal_error`). Quote the `X-Request-Id` when you report it. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        /** @description A parameter or header is not valid (`invalid_input`, with `fields`), the cursor belongs to another request or has expired (`stale_cursor`), or the cursor cannot be read (`invalid_cursor`). */
        InvalidPageRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidPageRequestError"];
            };
        };
        /** @description The key can access no team with this id (`team_not_found`). */
        TeamNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TeamNotFoundError"];
            };
        };
        /** @description Search is temporarily unavailable (`search_unavailable`). Try again after `Retry-After`. */
        SearchUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SearchUnavailableError"];
            };
        };
        /** @description There is no podcast with this id (`podcast_not_found`). */
        PodcastNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PodcastNotFoundError"];
            };
        };
        /** @description A parameter, a header or the body is not valid (`invalid_input`). `fields` names each of them. */
        InvalidInput: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidInputError"];
            };
        };
        /** @description There is no episode with this id (`episode_not_found`). */
        EpisodeNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EpisodeNotFoundError"];
            };
        };
        /** @description There is no episode with this id (`episode_not_found`), or the episode has no transcript (`transcript_not_available`). Not counted as a transcript download. */
        TranscriptNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TranscriptNotFoundError"];
            };
        };
        /** @description Data cannot be read or stored at the moment, for example because the disk is full (`storage_unavailable`). Try again after `Retry-After`. */
        StorageUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StorageUnavailableError"];
            };
        };
        /** @description A request limit or the monthly limit of transcript downloads is reached (`rate_limited`). A refused download is not counted as a download. */
        DownloadsLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DownloadsLimitedError"];
            };
        };
        /** @description The plan allows no further active alert, or no further alert (`plan_limit_reached`). */
        AlertLimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlanLimitReachedError"];
            };
        };
        /** @description The body, a path parameter or the team header is not valid (`invalid_input`). `fields` names each of them. Keywords that match too many episodes are named as `keywords`, even if only `is_active` was sent. */
        InvalidAlert: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidInputError"];
            };
        };
        /** @description The team has no alert with this id (`alert_not_found`). */
        AlertNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AlertNotFoundError"];
            };
        };
        /** @description The team has no match with this id, or the match is older than 60 days (`alert_match_not_found`). */
        AlertMatchNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AlertMatchNotFoundError"];
            };
        };
        /** @description The team already has its one webhook (`plan_limit_reached`). */
        WebhookLimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlanLimitReachedError"];
            };
        };
        /** @description The body, a path parameter or the team header is not valid (`invalid_input`). `fields` names `url` if it is not https, contains credentials, or its host has an address that is not public. */
        InvalidWebhook: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidInputError"];
            };
        };
        /** @description The team has no webhook with this id (`webhook_not_found`). */
        WebhookNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WebhookNotFoundError"];
            };
        };
        /** @description A request limit of the account, or the limit of 50 test sends per team and hour, is reached (`rate_limited`). */
        TestSendsLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TestSendsLimitedError"];
            };
        };
    };
    parameters: {
        /**
         * @description Maximum number of results on a page.
         * @example 50
         */
        ListLimit: number;
        /**
         * @description `next_cursor` of the previous page; all other parameters must be unchanged, except `limit`. Omitted or empty: the first page. A modified cursor is refused with `invalid_cursor`, a cursor of another query, team or account with `stale_cursor`.
         * @example eyJ2IjoxfQ.kQ3xV0bZ
         */
        Cursor: string;
        /**
         * @description Id of a team that the key can access, from `GET /teams`, case-insensitive. Anything that is not a UUID is a 422 that names `team_id`.
         * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
         */
        TeamId: string;
        /**
         * @description The search query, 3 to 200 characters (Unicode code points, after trimming white space at both ends; quotes count, so `"AI"` is long enough). All words must match, `"quoted words"` must be adjacent, `|` means or (and binds weaker than AND), a leading `-` excludes. Case and accents are ignored. Malformed syntax is interpreted leniently and never refused.
         * @example "heat pump" -gas
         */
        SearchTerm: string;
        /**
         * @description Direction when ordered by time. Has no effect on `best_match`, which always lists the most relevant first. Results without a time come last in both directions.
         * @example desc
         */
        OrderDirection: "asc" | "desc";
        /**
         * @description Maximum number of results on a page.
         * @example 25
         */
        SearchLimit: number;
        /**
         * @description Id of the podcast, case-insensitive. Anything that is not a UUID is a 422 that names `podcast_id`.
         * @example 019a0c20-1b6e-7c40-8d31-0a9f4e7b2c55
         */
        PodcastId: string;
        /**
         * @description Id of the episode, case-insensitive. Anything that is not a UUID is a 422 that names `episode_id`.
         * @example 019a5e77-94d2-7e63-b1a8-6c20d9f3a871
         */
        EpisodeId: string;
        /**
         * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
         * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
         */
        TeamHeader: string;
        /**
         * @description Id of an alert of the team, case-insensitive. Anything that is not a UUID is a 422 that names `alert_id`.
         * @example 019a2f40-6d18-7a95-9c3e-81b7f05d2e64
         */
        AlertId: string;
        /**
         * @description Id of a match of any alert of the team, case-insensitive. Anything that is not a UUID is a 422 that names `match_id`.
         * @example 019a5e9c-0f3a-7b12-a4d7-53e8c1f06b29
         */
        MatchId: string;
        /**
         * @description Id of the team's webhook, case-insensitive. Anything that is not a UUID is a 422 that names `webhook_id`.
         * @example 019a3a05-7bc4-7d81-8f26-e4095a1c73d0
         */
        WebhookId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Id of this request, also in the server's log. Name it when you report a fault. On every response, errors too.
         * @example 019a7b1e-4c3d-7f20-8a11-2b3c4d5e6f70
         */
        "X-Request-Id": string;
        /**
         * @description Requests per minute that the account's plan allows. Like the other five limit headers, it is absent if the account is not known: on a 401, and on a 429 for too many bad keys.
         * @example 120
         */
        "X-RateLimit-Limit": number;
        /**
         * @description Requests left in the current minute, after this one.
         * @example 117
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description End of the current calendar minute (UTC), in Unix seconds.
         * @example 1795083720
         */
        "X-RateLimit-Reset": number;
        /**
         * @description Requests per month that the account's plan allows.
         * @example 90000
         */
        "X-RateLimit-Limit-Month": number;
        /**
         * @description Requests left in the account's current month, after this one.
         * @example 88412
         */
        "X-RateLimit-Remaining-Month": number;
        /**
         * @description Start of the account's next month, when the monthly limits are reset, in Unix seconds.
         * @example 1796083200
         */
        "X-RateLimit-Reset-Month": number;
        /**
         * @description The required authentication scheme, always `Bearer`.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description Seconds to wait before trying again, a whole number of at least 1.
         * @example 23
         */
        "Retry-After": number;
        /**
         * @description `attachment` with a file name made from the episode's title and the extension of the format, at most 200 bytes long. A title with characters outside ASCII is given in `filename*` (RFC 6266), beside a plain `filename`.
         * @example attachment; filename="Heat pumps in old houses.json"
         */
        "Content-Disposition": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key with its team and account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of results on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["ListLimit"];
                /**
                 * @description `next_cursor` of the previous page; all other parameters must be unchanged, except `limit`. Omitted or empty: the first page. A modified cursor is refused with `invalid_cursor`, a cursor of another query, team or account with `stale_cursor`.
                 * @example eyJ2IjoxfQ.kQ3xV0bZ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of teams. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamPageOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            422: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listTeamMembers: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of results on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["ListLimit"];
                /**
                 * @description `next_cursor` of the previous page; all other parameters must be unchanged, except `limit`. Omitted or empty: the first page. A modified cursor is refused with `invalid_cursor`, a cursor of another query, team or account with `stale_cursor`.
                 * @example eyJ2IjoxfQ.kQ3xV0bZ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of a team that the key can access, from `GET /teams`, case-insensitive. Anything that is not a UUID is a 422 that names `team_id`.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                team_id: components["parameters"]["TeamId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberPageOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["TeamNotFound"];
            422: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    searchPodcasts: {
        parameters: {
            query: {
                /**
                 * @description The search query, 3 to 200 characters (Unicode code points, after trimming white space at both ends; quotes count, so `"AI"` is long enough). All words must match, `"quoted words"` must be adjacent, `|` means or (and binds weaker than AND), a leading `-` excludes. Case and accents are ignored. Malformed syntax is interpreted leniently and never refused.
                 * @example "heat pump" -gas
                 */
                q: components["parameters"]["SearchTerm"];
                /**
                 * @description Fields to search; both if omitted.
                 * @example [
                 *       "title",
                 *       "description"
                 *     ]
                 */
                fields?: ("title" | "description")[];
                /**
                 * @description `best_match` lists the most relevant first; `last_episode_at` orders by the date of the newest episode.
                 * @example best_match
                 */
                order_by?: "best_match" | "last_episode_at";
                /**
                 * @description Direction when ordered by time. Has no effect on `best_match`, which always lists the most relevant first. Results without a time come last in both directions.
                 * @example desc
                 */
                order_dir?: components["parameters"]["OrderDirection"];
                /**
                 * @description Maximum number of results on a page.
                 * @example 25
                 */
                limit?: components["parameters"]["SearchLimit"];
                /**
                 * @description `next_cursor` of the previous page; all other parameters must be unchanged, except `limit`. Omitted or empty: the first page. A modified cursor is refused with `invalid_cursor`, a cursor of another query, team or account with `stale_cursor`.
                 * @example eyJ2IjoxfQ.kQ3xV0bZ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of podcasts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PodcastPageOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            422: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["SearchUnavailable"];
        };
    };
    getPodcast: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the podcast, case-insensitive. Anything that is not a UUID is a 422 that names `podcast_id`.
                 * @example 019a0c20-1b6e-7c40-8d31-0a9f4e7b2c55
                 */
                podcast_id: components["parameters"]["PodcastId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The podcast. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PodcastDetailOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["PodcastNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listPodcastEpisodes: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of episodes on a page.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; all other parameters must be unchanged, except `limit`. Omitted or empty: the first page. A modified cursor is refused with `invalid_cursor`, a cursor of another query, team or account with `stale_cursor`.
                 * @example eyJ2IjoxfQ.kQ3xV0bZ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the podcast, case-insensitive. Anything that is not a UUID is a 422 that names `podcast_id`.
                 * @example 019a0c20-1b6e-7c40-8d31-0a9f4e7b2c55
                 */
                podcast_id: components["parameters"]["PodcastId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of episodes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodePageOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["PodcastNotFound"];
            422: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    searchEpisodes: {
        parameters: {
            query: {
                /**
                 * @description The search query, 3 to 200 characters (Unicode code points, after trimming white space at both ends; quotes count, so `"AI"` is long enough). All words must match, `"quoted words"` must be adjacent, `|` means or (and binds weaker than AND), a leading `-` excludes. Case and accents are ignored. Malformed syntax is interpreted leniently and never refused.
                 * @example "heat pump" -gas
                 */
                q: components["parameters"]["SearchTerm"];
                /**
                 * @description `transcript` searches spoken words, `metadata` searches titles and descriptions.
                 * @example transcript
                 */
                scope: "transcript" | "metadata";
                /**
                 * @description Only episodes of this podcast. An unknown id finds nothing.
                 * @example 019a0c20-1b6e-7c40-8d31-0a9f4e7b2c55
                 */
                podcast_id?: string;
                /**
                 * @description First day of the window (UTC, inclusive); 30 days before `until` if omitted. A day earlier than 18 calendar months ago is moved to that limit. A day after `until` is refused.
                 * @example 2026-10-01
                 */
                since?: string;
                /**
                 * @description Last day of the window (UTC, inclusive); today if omitted. A later day counts as today. If it is before the earliest searchable day, the page is empty and `window` has that day as both `since` and `until`.
                 * @example 2026-11-14
                 */
                until?: string;
                /**
                 * @description `best_match` lists the most relevant first, `published_at` the newest first unless `order_dir` is `asc`.
                 * @example published_at
                 */
                order_by?: "best_match" | "published_at";
                /**
                 * @description Direction when ordered by time. Has no effect on `best_match`, which always lists the most relevant first. Results without a time come last in both directions.
                 * @example desc
                 */
                order_dir?: components["parameters"]["OrderDirection"];
                /**
                 * @description Maximum number of results on a page.
                 * @example 25
                 */
                limit?: components["parameters"]["SearchLimit"];
                /**
                 * @description `next_cursor` of the previous page; all other parameters must be unchanged, except `limit`. Omitted or empty: the first page. A modified cursor is refused with `invalid_cursor`, a cursor of another query, team or account with `stale_cursor`.
                 * @example eyJ2IjoxfQ.kQ3xV0bZ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, and the days that were searched. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeSearchPageOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            422: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["SearchUnavailable"];
        };
    };
    getEpisode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the episode, case-insensitive. Anything that is not a UUID is a 422 that names `episode_id`.
                 * @example 019a5e77-94d2-7e63-b1a8-6c20d9f3a871
                 */
                episode_id: components["parameters"]["EpisodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The episode. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpisodeDetailOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["EpisodeNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getTranscriptExcerpts: {
        parameters: {
            query: {
                /**
                 * @description Up to five words or phrases as they are said, each form of a word separately, without search syntax. Each has 3 to 200 characters (Unicode code points, after trimming white space at both ends).
                 * @example [
                 *       "heat pump",
                 *       "heat pumps"
                 *     ]
                 */
                q: string[];
                /**
                 * @description Number of sentences to include before and after each place.
                 * @example 1
                 */
                context?: number;
                /**
                 * @description Maximum number of passages.
                 * @example 5
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the episode, case-insensitive. Anything that is not a UUID is a 422 that names `episode_id`.
                 * @example 019a5e77-94d2-7e63-b1a8-6c20d9f3a871
                 */
                episode_id: components["parameters"]["EpisodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptExcerptsOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["TranscriptNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    readTranscript: {
        parameters: {
            query?: {
                /**
                 * @description `next_cursor` of the previous page; all other parameters must be unchanged, except `limit`. Omitted or empty: the first page. A modified cursor is refused with `invalid_cursor`, a cursor of another query, team or account with `stale_cursor`.
                 * @example eyJ2IjoxfQ.kQ3xV0bZ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the episode, case-insensitive. Anything that is not a UUID is a 422 that names `episode_id`.
                 * @example 019a5e77-94d2-7e63-b1a8-6c20d9f3a871
                 */
                episode_id: components["parameters"]["EpisodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of paragraphs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptPageOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["TranscriptNotFound"];
            422: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["DownloadsLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    downloadTranscript: {
        parameters: {
            query?: {
                /**
                 * @description Format of the file.
                 * @example json
                 */
                format?: "json" | "txt" | "srt" | "vtt";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the episode, case-insensitive. Anything that is not a UUID is a 422 that names `episode_id`.
                 * @example 019a5e77-94d2-7e63-b1a8-6c20d9f3a871
                 */
                episode_id: components["parameters"]["EpisodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. Text formats have `charset=utf-8` in their `Content-Type`. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptFileOut"];
                    "text/plain": string;
                    "application/x-subrip": string;
                    "text/vtt": string;
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["TranscriptNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["DownloadsLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of results on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["ListLimit"];
                /**
                 * @description `next_cursor` of the previous page; all other parameters must be unchanged, except `limit`. Omitted or empty: the first page. A modified cursor is refused with `invalid_cursor`, a cursor of another query, team or account with `stale_cursor`.
                 * @example eyJ2IjoxfQ.kQ3xV0bZ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts. If alerts are very long, it has fewer than `limit`; `next_cursor` leads to the rest. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPageOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            422: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createAlert: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertCreateIn"];
            };
        };
        responses: {
            /** @description The new alert. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            403: components["responses"]["AlertLimitReached"];
            422: components["responses"]["InvalidAlert"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path: {
                /**
                 * @description Id of an alert of the team, case-insensitive. Anything that is not a UUID is a 422 that names `alert_id`.
                 * @example 019a2f40-6d18-7a95-9c3e-81b7f05d2e64
                 */
                alert_id: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["AlertNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteAlert: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path: {
                /**
                 * @description Id of an alert of the team, case-insensitive. Anything that is not a UUID is a 422 that names `alert_id`.
                 * @example 019a2f40-6d18-7a95-9c3e-81b7f05d2e64
                 */
                alert_id: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. There is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["AlertNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    updateAlert: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path: {
                /**
                 * @description Id of an alert of the team, case-insensitive. Anything that is not a UUID is a 422 that names `alert_id`.
                 * @example 019a2f40-6d18-7a95-9c3e-81b7f05d2e64
                 */
                alert_id: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertUpdateIn"];
            };
        };
        responses: {
            /** @description The alert as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            403: components["responses"]["AlertLimitReached"];
            404: components["responses"]["AlertNotFound"];
            422: components["responses"]["InvalidAlert"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listAlertMatches: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of matches on a page.
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; all other parameters must be unchanged, except `limit`. Omitted or empty: the first page. A modified cursor is refused with `invalid_cursor`, a cursor of another query, team or account with `stale_cursor`.
                 * @example eyJ2IjoxfQ.kQ3xV0bZ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path: {
                /**
                 * @description Id of an alert of the team, case-insensitive. Anything that is not a UUID is a 422 that names `alert_id`.
                 * @example 019a2f40-6d18-7a95-9c3e-81b7f05d2e64
                 */
                alert_id: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of matches. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchPageOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["AlertNotFound"];
            422: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getMatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path: {
                /**
                 * @description Id of a match of any alert of the team, case-insensitive. Anything that is not a UUID is a 422 that names `match_id`.
                 * @example 019a5e9c-0f3a-7b12-a4d7-53e8c1f06b29
                 */
                match_id: components["parameters"]["MatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The match. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["AlertMatchNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook, if there is one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPageOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreateIn"];
            };
        };
        responses: {
            /** @description The new webhook with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookCreatedOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            403: components["responses"]["WebhookLimitReached"];
            422: components["responses"]["InvalidWebhook"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path: {
                /**
                 * @description Id of the team's webhook, case-insensitive. Anything that is not a UUID is a 422 that names `webhook_id`.
                 * @example 019a3a05-7bc4-7d81-8f26-e4095a1c73d0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path: {
                /**
                 * @description Id of the team's webhook, case-insensitive. Anything that is not a UUID is a 422 that names `webhook_id`.
                 * @example 019a3a05-7bc4-7d81-8f26-e4095a1c73d0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. There is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path: {
                /**
                 * @description Id of the team's webhook, case-insensitive. Anything that is not a UUID is a 422 that names `webhook_id`.
                 * @example 019a3a05-7bc4-7d81-8f26-e4095a1c73d0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdateIn"];
            };
        };
        responses: {
            /** @description The changed webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            403: components["responses"]["WebhookLimitReached"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["InvalidWebhook"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of results on a page.
                 * @example 50
                 */
                limit?: components["parameters"]["ListLimit"];
                /**
                 * @description `next_cursor` of the previous page; all other parameters must be unchanged, except `limit`. Omitted or empty: the first page. A modified cursor is refused with `invalid_cursor`, a cursor of another query, team or account with `stale_cursor`.
                 * @example eyJ2IjoxfQ.kQ3xV0bZ
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path: {
                /**
                 * @description Id of the team's webhook, case-insensitive. Anything that is not a UUID is a 422 that names `webhook_id`.
                 * @example 019a3a05-7bc4-7d81-8f26-e4095a1c73d0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPageOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path: {
                /**
                 * @description Id of the team's webhook, case-insensitive. Anything that is not a UUID is a 422 that names `webhook_id`.
                 * @example 019a3a05-7bc4-7d81-8f26-e4095a1c73d0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The team to act on: an id from `GET /teams`. An account-scoped key must send it: if it is missing, not a UUID, or not a team of the account, the answer is a 422 whose `fields` names `X-Service-Team`. A team-scoped key always acts on its own team; the header is then not read at all.
                 * @example 019a0c11-30aa-7b21-9d02-5f7c1e8b4a12
                 */
                "X-Service-Team"?: components["parameters"]["TeamHeader"];
            };
            path: {
                /**
                 * @description Id of the team's webhook, case-insensitive. Anything that is not a UUID is a 422 that names `webhook_id`.
                 * @example 019a3a05-7bc4-7d81-8f26-e4095a1c73d0
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookTestIn"];
            };
        };
        responses: {
            /** @description The test will be sent now. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit-Month": components["headers"]["X-RateLimit-Limit-Month"];
                    "X-RateLimit-Remaining-Month": components["headers"]["X-RateLimit-Remaining-Month"];
                    "X-RateLimit-Reset-Month": components["headers"]["X-RateLimit-Reset-Month"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["InvalidWebhook"];
            429: components["responses"]["TestSendsLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    alertMatchCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the delivery, the same on every attempt.
                 * @example 019a5e9c-1207-7c4e-8a35-bd61f2907e48
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was sent, in Unix seconds.
                 * @example 1794462067
                 */
                "webhook-timestamp": number;
                /**
                 * @description One or more signatures, separated by spaces; each is `v1,` and the base64 of an HMAC-SHA256.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertMatchCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Whatever body comes with it is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
