// Written by scripts/generate.ts from spec/. Do not edit.

export interface paths {
    "/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trade the code of a sign-in link for its key
         * @description Needs no key. A code works once and for ten minutes; one that is unknown, used or too old is a 401.
         */
        post: operations["redeemSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the key reaches and how much of its limits is used
         * @description The key, its account, the teams within reach and the use of this month. Needs no team header.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/episodes/{episode_id}/origin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where an episode's transcript came from
         * @description The source of the transcript, and the alerts of the team that matched the episode.
         */
        get: operations["getEpisodeOrigin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the matches of all alerts of a team
         * @description Matches of the last 60 days, the newest first.
         */
        get: operations["listMatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Measure how broad keywords are
         * @description How many episodes of the last seven days the keywords would have matched. Changes nothing. Many candidates are sampled, and the numbers are then estimates.
         */
        post: operations["previewBreadth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/{alert_id}/match-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the matches of an alert by day
         * @description One number for each of the last 60 days (UTC), oldest first.
         */
        get: operations["countMatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * List deliveries by status
         * @description Deliveries of the last 30 days, the newest first; with `status`, only those in that status.
         */
        get: operations["filterDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries/{delivery_id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attempts of a delivery
         * @description Every request that was sent for one delivery, oldest first.
         */
        get: operations["listAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Sends the same event under a new delivery id, also to a webhook that is off. A test counts as a test send of the hour.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the matches that a replay would send
         * @description Matches of the team that were recorded from `since` on.
         */
        get: operations["countReplay"];
        put?: never;
        /**
         * Send the matches since a time again
         * @description Sends every match of the team that was recorded from `since` on, each under a new delivery id. At most 5000 deliveries of a webhook may wait; a replay that would exceed that is a 422.
         */
        post: operations["replayMatches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the feeds of the instance and their health
         * @description Feeds belong to the whole instance. What went wrong is told by kind only, since messages may name internal addresses.
         */
        get: operations["listFeeds"];
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
        /** @description There is no such delivery. */
        DeliveryNotFoundError: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description What a program branches on.
                 * @enum {string}
                 */
                code: "webhook_not_found" | "not_found";
                /** @description A sentence for people. */
                message: string;
            };
        };
        /** @description The code of a sign-in link. */
        SignInCodeIn: {
            /** @description The code in the fragment of the link. */
            code: string;
        };
        /** @description The key behind a sign-in link. */
        SignInKeyOut: {
            /** @description The API key. */
            key: string;
        };
        /** @description The use of one allowance of the month. */
        UsageOut: {
            /** @description What is used up so far. */
            used: number;
            /** @description What the plan allows. */
            limit: number;
            /** @description When the count starts anew, in Unix seconds. */
            reset: number;
        };
        /** @description A team within reach of the key. */
        SessionTeamOut: {
            /**
             * Format: uuid
             * @description Id of the team.
             */
            id: string;
            /** @description Name of the team. */
            name: string;
            /**
             * @description State of its webhook; `failing` was switched off for failing.
             * @enum {string}
             */
            webhook: "none" | "on" | "off" | "failing";
        };
        /** @description What a key reaches, and the use of its limits. */
        SessionOut: {
            /** @description The key. */
            key: {
                /**
                 * Format: uuid
                 * @description Id of the key.
                 */
                id: string;
                /** @description Name of the key. */
                name: string;
                /** @description First characters of the key. */
                prefix: string;
                /**
                 * @description Whether it reaches one team or all of the account.
                 * @enum {string}
                 */
                scope: "team" | "account";
            };
            /** @description The account that the key belongs to. */
            account: {
                /**
                 * Format: uuid
                 * @description Id of the account.
                 */
                id: string;
                /** @description Name of the account. */
                name: string;
                /**
                 * @description Plan of the account.
                 * @enum {string}
                 */
                plan: "free" | "starter" | "pro";
            };
            /** @description The first 100 teams within reach, by creation. */
            teams: components["schemas"]["SessionTeamOut"][];
            /** @description Requests that the plan allows in a minute. */
            requests_per_minute: number;
            requests: components["schemas"]["UsageOut"];
            transcript_downloads: components["schemas"]["UsageOut"];
            /** @description Active alerts of the account. */
            alerts: {
                /** @description Alerts that are active now. */
                active: number;
                /** @description Active alerts that the plan allows. */
                limit: number;
                /** @description Matching episodes a day that one alert may have. */
                matches_per_day: number;
            };
            /** @description Whether alerts can ask a question of a classifier. */
            has_classifier: boolean;
        };
        /** @description Where an episode's transcript came from. */
        EpisodeOriginOut: {
            /**
             * @description Source of the transcript; null without one.
             * @enum {string|null}
             */
            source: "publisher" | "recogniser" | "import" | null;
            /** @description Model of the recogniser; null for other sources. */
            model: string | null;
            /** @description Whether its times were measured. */
            is_timed: boolean;
            /**
             * Format: date-time
             * @description When the transcript was first stored.
             */
            held_at: string | null;
            /** @description Alerts of the team that matched the episode. */
            alerts: {
                /**
                 * Format: uuid
                 * @description Id of the alert.
                 */
                id: string;
                /** @description Name of the alert. */
                name: string;
            }[];
        };
        /** @description Keywords to try. */
        BreadthIn: {
            /** @description Words or phrases, taken as written. */
            keywords: string[];
        };
        /** @description How many episodes keywords match. */
        BreadthOut: {
            /** @description Matching episodes a day over the last seven days. */
            episodes_per_day: number;
            /** @description Matching episodes a day that an alert may have. */
            limit: number;
            /** @description Whether an alert with these keywords would be refused. */
            too_broad: boolean;
            /** @description Whether only a sample of the candidates was read. */
            is_estimate: boolean;
            /** @description Matching episodes of the last seven UTC days, oldest first. */
            days: {
                /**
                 * Format: date
                 * @description The day.
                 */
                date: string;
                /** @description Matching episodes. */
                episodes: number;
            }[];
            /** @description A few of the newest matches. */
            samples: {
                /**
                 * Format: uuid
                 * @description Id of the episode.
                 */
                episode_id: string;
                /** @description Title of the episode. */
                title: string;
                /** @description Text around the first hit. */
                excerpt: string;
            }[];
        };
        /** @description Matches of an alert by day. */
        MatchCountsOut: {
            /** @description The last 60 UTC days, oldest first. */
            days: {
                /**
                 * Format: date
                 * @description The day.
                 */
                date: string;
                /** @description Matches recorded on it. */
                matches: number;
            }[];
        };
        /** @description The attempts of a delivery. */
        AttemptListOut: {
            /** @description Oldest first. */
            results: {
                /**
                 * Format: date-time
                 * @description When it was sent.
                 */
                at: string;
                /** @description How long the answer took, in milliseconds. */
                duration_ms: number;
                /** @description Status of the answer; null without one. */
                status_code: number | null;
                /** @description What went wrong; empty after a success. */
                error: string;
            }[];
        };
        /** @description A delivery that was made from an older one. */
        ResentOut: {
            /**
             * Format: uuid
             * @description Id of the new delivery.
             */
            id: string;
        };
        /** @description What to replay. */
        ReplayIn: {
            /**
             * Format: date-time
             * @description The first instant of the replay.
             */
            since: string;
        };
        /** @description The size of a replay. */
        ReplayCountOut: {
            /** @description Matches that are sent. */
            matches: number;
        };
        /** @description A followed feed. */
        FeedOut: {
            /**
             * Format: uuid
             * @description Id of the feed.
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of its podcast.
             */
            podcast_id: string;
            /** @description Title of its podcast. */
            title: string;
            /**
             * @description How the last poll went.
             * @enum {string}
             */
            status: "ok" | "failing" | "gone";
            /**
             * @description Kind of the last error; null when the last poll went well.
             * @enum {string|null}
             */
            problem: "http_error" | "unreachable" | "timeout" | "tls" | "not_allowed" | "too_large" | "not_a_feed" | "gone" | "other" | null;
            /**
             * Format: date-time
             * @description When it was last read.
             */
            last_success_at: string | null;
            /**
             * Format: date-time
             * @description When it is read next; null when it is gone.
             */
            next_poll_at: string | null;
            /** @description Episodes stored. */
            episodes: number;
            /** @description Episodes with a transcript. */
            transcripts: number;
            /** @description Episodes that wait for a recogniser. */
            waiting: number;
            /** @description Progress of the episode that is being recognised. */
            recognising: {
                /** @description Seconds of audio done. */
                done_seconds: number;
                /** @description Seconds of audio in all. */
                total_seconds: number;
            } | null;
        };
        /** @description One page of feeds. */
        FeedPageOut: {
            /** @description By admission. */
            results: components["schemas"]["FeedOut"][];
            /** @description Over all feeds. */
            totals: {
                /** @description Feeds that are followed. */
                feeds: number;
                /** @description Feeds that fail or are gone. */
                failing: number;
                /** @description Episodes that wait for a recogniser. */
                waiting: number;
            };
            next_cursor: components["schemas"]["NextCursor"];
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
        /** @description Maps each faulty field to its messages. A key is the outermost name that the caller wrote: a query or path parameter, a field of the body (`keywords`, not `keywords.3`; the message says which item), a header in its usual spelling, or `body` if the body cannot be read as a JSON object. */
        InputFields: {
            [key: string]: string[];
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
        /** @description Send it back as `cursor` to get the next page. `null` on the last page. */
        NextCursor: string | null;
        /** @description One page of matches. */
        MatchPageOut: {
            /** @description Matches of the last 60 days, the newest first. */
            results: components["schemas"]["MatchOut"][];
            next_cursor: components["schemas"]["NextCursor"];
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
    };
    responses: {
        /** @description The team has no webhook with this id (`webhook_not_found`), or the webhook no delivery with this id (`not_found`). */
        DeliveryNotFound: {
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
                "application/json": components["schemas"]["DeliveryNotFoundError"];
            };
        };
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
         * @description Maximum number of results on a page.
         * @example 25
         */
        SearchLimit: number;
        /**
         * @description `next_cursor` of the previous page; all other parameters must be unchanged, except `limit`. Omitted or empty: the first page. A modified cursor is refused with `invalid_cursor`, a cursor of another query, team or account with `stale_cursor`.
         * @example eyJ2IjoxfQ.kQ3xV0bZ
         */
        Cursor: string;
        /**
         * @description Id of an alert of the team, case-insensitive. Anything that is not a UUID is a 422 that names `alert_id`.
         * @example 019a2f40-6d18-7a95-9c3e-81b7f05d2e64
         */
        AlertId: string;
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
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    redeemSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInCodeIn"];
            };
        };
        responses: {
            /** @description The key. It is not shown again. */
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
                    "application/json": components["schemas"]["SignInKeyOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
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
                    "application/json": components["schemas"]["SessionOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getEpisodeOrigin: {
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
                 * @description Id of the episode, case-insensitive. Anything that is not a UUID is a 422 that names `episode_id`.
                 * @example 019a5e77-94d2-7e63-b1a8-6c20d9f3a871
                 */
                episode_id: components["parameters"]["EpisodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The origin. */
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
                    "application/json": components["schemas"]["EpisodeOriginOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["EpisodeNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listMatches: {
        parameters: {
            query?: {
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
            422: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    previewBreadth: {
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
                "application/json": components["schemas"]["BreadthIn"];
            };
        };
        responses: {
            /** @description The breadth. */
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
                    "application/json": components["schemas"]["BreadthOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    countMatches: {
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
            /** @description The counts. */
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
                    "application/json": components["schemas"]["MatchCountsOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["AlertNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    filterDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only deliveries in this status.
                 * @example failed
                 */
                status?: "pending" | "succeeded" | "failed" | "cancelled";
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
    listAttempts: {
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
                /**
                 * @description Id of a delivery of the webhook.
                 * @example 019a5ea4-73d1-7f09-95c2-0e8b4a6d1f37
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempts. */
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
                    "application/json": components["schemas"]["AttemptListOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["DeliveryNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    resendDelivery: {
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
                /**
                 * @description Id of a delivery of the webhook.
                 * @example 019a5ea4-73d1-7f09-95c2-0e8b4a6d1f37
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery is due. */
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
                    "application/json": components["schemas"]["ResentOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["DeliveryNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TestSendsLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    countReplay: {
        parameters: {
            query: {
                /**
                 * @description The first instant of the replay.
                 * @example 2026-11-20T08:00:00Z
                 */
                since: string;
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
            /** @description The count. */
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
                    "application/json": components["schemas"]["ReplayCountOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    replayMatches: {
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
                "application/json": components["schemas"]["ReplayIn"];
            };
        };
        responses: {
            /** @description The deliveries are due. */
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
                    "application/json": components["schemas"]["ReplayCountOut"];
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
    listFeeds: {
        parameters: {
            query?: {
                /**
                 * @description Only feeds that fail or are gone.
                 * @example failing
                 */
                only?: "failing";
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
            /** @description A page of feeds. */
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
                    "application/json": components["schemas"]["FeedPageOut"];
                };
            };
            401: components["responses"]["InvalidCredentials"];
            422: components["responses"]["InvalidPageRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
}
