// Written by scripts/generate.ts from spec/. Do not edit.

/** How one parameter is read from the query or the path. */
export interface ParameterRule {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly type: 'string' | 'integer'
  /** A text is trimmed, a uuid is converted to lower case, a plain value stays unchanged. */
  readonly kind: 'text' | 'uuid' | 'plain'
  readonly repeatable: boolean
  readonly mayBeEmpty: boolean
}

/** A field of a body whose text, or each text of its list, is trimmed or converted to lower case before validation. */
export interface FieldRule {
  readonly name: string
  readonly kind: 'text' | 'uuid'
  /** The maximum length of a list, if the schema limits it. */
  readonly maxItems?: number
}

export interface BodyRule {
  readonly required: boolean
  /** True for PATCH: null means that the field is absent. */
  readonly nullIsAbsent: boolean
  readonly fields: readonly FieldRule[]
}

export interface Operation {
  readonly id: OperationId
  readonly tag: Tag
  readonly method: string
  /** The segments of the path, without the server's base path; one in braces is a parameter. */
  readonly segments: readonly string[]
  /** Callers need no key. */
  readonly isOpen?: true
  /** Acts on one team, which an account-scoped key names in `X-Service-Team`. */
  readonly teamScoped: boolean
  readonly parameters: readonly ParameterRule[]
  readonly body: BodyRule | null
}

export type OperationId = 'redeemSignInLink' | 'getSession' | 'getEpisodeOrigin' | 'listMatches' | 'previewBreadth' | 'countMatches' | 'filterDeliveries' | 'listAttempts' | 'resendDelivery' | 'countReplay' | 'replayMatches' | 'listFeeds'

export type TeamOperationId = 'getEpisodeOrigin' | 'listMatches' | 'previewBreadth' | 'countMatches' | 'filterDeliveries' | 'listAttempts' | 'resendDelivery' | 'countReplay' | 'replayMatches'

export interface OperationsByTag {
  "console": 'redeemSignInLink' | 'getSession' | 'getEpisodeOrigin' | 'listMatches' | 'previewBreadth' | 'countMatches' | 'filterDeliveries' | 'listAttempts' | 'resendDelivery' | 'countReplay' | 'replayMatches' | 'listFeeds'
}

export type Tag = keyof OperationsByTag

/** Parameters with a default in the description are always present. */
export interface DefaultedParameters {
  redeemSignInLink: never
  getSession: never
  getEpisodeOrigin: never
  listMatches: 'limit'
  previewBreadth: never
  countMatches: never
  filterDeliveries: 'limit'
  listAttempts: never
  resendDelivery: never
  countReplay: never
  replayMatches: never
  listFeeds: 'limit'
}

export const operations: readonly Operation[] = [
  {
    "id": "redeemSignInLink",
    "tag": "console",
    "method": "POST",
    "segments": [
      "sign-in"
    ],
    "isOpen": true,
    "teamScoped": false,
    "parameters": [],
    "body": {
      "required": true,
      "nullIsAbsent": false,
      "fields": [
        {
          "name": "code",
          "kind": "text"
        }
      ]
    }
  },
  {
    "id": "getSession",
    "tag": "console",
    "method": "GET",
    "segments": [
      "session"
    ],
    "teamScoped": false,
    "parameters": [],
    "body": null
  },
  {
    "id": "getEpisodeOrigin",
    "tag": "console",
    "method": "GET",
    "segments": [
      "episodes",
      "{episode_id}",
      "origin"
    ],
    "teamScoped": true,
    "parameters": [
      {
        "name": "episode_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
        "repeatable": false,
        "mayBeEmpty": false
      }
    ],
    "body": null
  },
  {
    "id": "listMatches",
    "tag": "console",
    "method": "GET",
    "segments": [
      "matches"
    ],
    "teamScoped": true,
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "type": "integer",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": true
      }
    ],
    "body": null
  },
  {
    "id": "previewBreadth",
    "tag": "console",
    "method": "POST",
    "segments": [
      "alerts",
      "preview"
    ],
    "teamScoped": true,
    "parameters": [],
    "body": {
      "required": true,
      "nullIsAbsent": false,
      "fields": [
        {
          "name": "keywords",
          "kind": "text",
          "maxItems": 10
        }
      ]
    }
  },
  {
    "id": "countMatches",
    "tag": "console",
    "method": "GET",
    "segments": [
      "alerts",
      "{alert_id}",
      "match-counts"
    ],
    "teamScoped": true,
    "parameters": [
      {
        "name": "alert_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
        "repeatable": false,
        "mayBeEmpty": false
      }
    ],
    "body": null
  },
  {
    "id": "filterDeliveries",
    "tag": "console",
    "method": "GET",
    "segments": [
      "webhooks",
      "{webhook_id}",
      "deliveries"
    ],
    "teamScoped": true,
    "parameters": [
      {
        "name": "webhook_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "status",
        "in": "query",
        "type": "string",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "limit",
        "in": "query",
        "type": "integer",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": true
      }
    ],
    "body": null
  },
  {
    "id": "listAttempts",
    "tag": "console",
    "method": "GET",
    "segments": [
      "webhooks",
      "{webhook_id}",
      "deliveries",
      "{delivery_id}",
      "attempts"
    ],
    "teamScoped": true,
    "parameters": [
      {
        "name": "webhook_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "delivery_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
        "repeatable": false,
        "mayBeEmpty": false
      }
    ],
    "body": null
  },
  {
    "id": "resendDelivery",
    "tag": "console",
    "method": "POST",
    "segments": [
      "webhooks",
      "{webhook_id}",
      "deliveries",
      "{delivery_id}",
      "resend"
    ],
    "teamScoped": true,
    "parameters": [
      {
        "name": "webhook_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "delivery_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
        "repeatable": false,
        "mayBeEmpty": false
      }
    ],
    "body": null
  },
  {
    "id": "countReplay",
    "tag": "console",
    "method": "GET",
    "segments": [
      "webhooks",
      "{webhook_id}",
      "replay"
    ],
    "teamScoped": true,
    "parameters": [
      {
        "name": "webhook_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "since",
        "in": "query",
        "type": "string",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": false
      }
    ],
    "body": null
  },
  {
    "id": "replayMatches",
    "tag": "console",
    "method": "POST",
    "segments": [
      "webhooks",
      "{webhook_id}",
      "replay"
    ],
    "teamScoped": true,
    "parameters": [
      {
        "name": "webhook_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
        "repeatable": false,
        "mayBeEmpty": false
      }
    ],
    "body": {
      "required": true,
      "nullIsAbsent": false,
      "fields": []
    }
  },
  {
    "id": "listFeeds",
    "tag": "console",
    "method": "GET",
    "segments": [
      "feeds"
    ],
    "teamScoped": false,
    "parameters": [
      {
        "name": "only",
        "in": "query",
        "type": "string",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "limit",
        "in": "query",
        "type": "integer",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": true
      }
    ],
    "body": null
  }
]
