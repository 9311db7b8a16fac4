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

export type OperationId = 'getIdentity' | 'listTeams' | 'listTeamMembers' | 'searchPodcasts' | 'getPodcast' | 'listPodcastEpisodes' | 'searchEpisodes' | 'getEpisode' | 'getTranscriptExcerpts' | 'readTranscript' | 'downloadTranscript' | 'listAlerts' | 'createAlert' | 'getAlert' | 'updateAlert' | 'deleteAlert' | 'listAlertMatches' | 'getMatch' | 'listWebhooks' | 'createWebhook' | 'getWebhook' | 'updateWebhook' | 'deleteWebhook' | 'listWebhookDeliveries' | 'rotateWebhookSecret' | 'testWebhook'

export type TeamOperationId = 'listAlerts' | 'createAlert' | 'getAlert' | 'updateAlert' | 'deleteAlert' | 'listAlertMatches' | 'getMatch' | 'listWebhooks' | 'createWebhook' | 'getWebhook' | 'updateWebhook' | 'deleteWebhook' | 'listWebhookDeliveries' | 'rotateWebhookSecret' | 'testWebhook'

export interface OperationsByTag {
  "identity": 'getIdentity' | 'listTeams' | 'listTeamMembers'
  "podcasts": 'searchPodcasts' | 'getPodcast' | 'listPodcastEpisodes'
  "episodes": 'searchEpisodes' | 'getEpisode'
  "transcripts": 'getTranscriptExcerpts' | 'readTranscript' | 'downloadTranscript'
  "alerts": 'listAlerts' | 'createAlert' | 'getAlert' | 'updateAlert' | 'deleteAlert'
  "matches": 'listAlertMatches' | 'getMatch'
  "webhooks": 'listWebhooks' | 'createWebhook' | 'getWebhook' | 'updateWebhook' | 'deleteWebhook' | 'listWebhookDeliveries' | 'rotateWebhookSecret' | 'testWebhook'
}

export type Tag = keyof OperationsByTag

/** Parameters with a default in the description are always present. */
export interface DefaultedParameters {
  getIdentity: never
  listTeams: 'limit'
  listTeamMembers: 'limit'
  searchPodcasts: 'fields' | 'order_by' | 'order_dir' | 'limit'
  getPodcast: never
  listPodcastEpisodes: 'limit'
  searchEpisodes: 'order_by' | 'order_dir' | 'limit'
  getEpisode: never
  getTranscriptExcerpts: 'context' | 'limit'
  readTranscript: never
  downloadTranscript: 'format'
  listAlerts: 'limit'
  createAlert: never
  getAlert: never
  updateAlert: never
  deleteAlert: never
  listAlertMatches: 'limit'
  getMatch: never
  listWebhooks: never
  createWebhook: never
  getWebhook: never
  updateWebhook: never
  deleteWebhook: never
  listWebhookDeliveries: 'limit'
  rotateWebhookSecret: never
  testWebhook: never
}

export const operations: readonly Operation[] = [
  {
    "id": "getIdentity",
    "tag": "identity",
    "method": "GET",
    "segments": [
      "me"
    ],
    "teamScoped": false,
    "parameters": [],
    "body": null
  },
  {
    "id": "listTeams",
    "tag": "identity",
    "method": "GET",
    "segments": [
      "teams"
    ],
    "teamScoped": false,
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
    "id": "listTeamMembers",
    "tag": "identity",
    "method": "GET",
    "segments": [
      "teams",
      "{team_id}",
      "members"
    ],
    "teamScoped": false,
    "parameters": [
      {
        "name": "team_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
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
    "id": "searchPodcasts",
    "tag": "podcasts",
    "method": "GET",
    "segments": [
      "podcasts",
      "search"
    ],
    "teamScoped": false,
    "parameters": [
      {
        "name": "q",
        "in": "query",
        "type": "string",
        "kind": "text",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "fields",
        "in": "query",
        "type": "string",
        "kind": "plain",
        "repeatable": true,
        "mayBeEmpty": false
      },
      {
        "name": "order_by",
        "in": "query",
        "type": "string",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "order_dir",
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
    "id": "getPodcast",
    "tag": "podcasts",
    "method": "GET",
    "segments": [
      "podcasts",
      "{podcast_id}"
    ],
    "teamScoped": false,
    "parameters": [
      {
        "name": "podcast_id",
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
    "id": "listPodcastEpisodes",
    "tag": "podcasts",
    "method": "GET",
    "segments": [
      "podcasts",
      "{podcast_id}",
      "episodes"
    ],
    "teamScoped": false,
    "parameters": [
      {
        "name": "podcast_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
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
    "id": "searchEpisodes",
    "tag": "episodes",
    "method": "GET",
    "segments": [
      "episodes",
      "search"
    ],
    "teamScoped": false,
    "parameters": [
      {
        "name": "q",
        "in": "query",
        "type": "string",
        "kind": "text",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "scope",
        "in": "query",
        "type": "string",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "podcast_id",
        "in": "query",
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
      },
      {
        "name": "until",
        "in": "query",
        "type": "string",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "order_by",
        "in": "query",
        "type": "string",
        "kind": "plain",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "order_dir",
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
    "id": "getEpisode",
    "tag": "episodes",
    "method": "GET",
    "segments": [
      "episodes",
      "{episode_id}"
    ],
    "teamScoped": false,
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
    "id": "getTranscriptExcerpts",
    "tag": "transcripts",
    "method": "GET",
    "segments": [
      "episodes",
      "{episode_id}",
      "transcript",
      "excerpts"
    ],
    "teamScoped": false,
    "parameters": [
      {
        "name": "episode_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "q",
        "in": "query",
        "type": "string",
        "kind": "text",
        "repeatable": true,
        "mayBeEmpty": false
      },
      {
        "name": "context",
        "in": "query",
        "type": "integer",
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
      }
    ],
    "body": null
  },
  {
    "id": "readTranscript",
    "tag": "transcripts",
    "method": "GET",
    "segments": [
      "episodes",
      "{episode_id}",
      "transcript"
    ],
    "teamScoped": false,
    "parameters": [
      {
        "name": "episode_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
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
    "id": "downloadTranscript",
    "tag": "transcripts",
    "method": "GET",
    "segments": [
      "episodes",
      "{episode_id}",
      "transcript",
      "download"
    ],
    "teamScoped": false,
    "parameters": [
      {
        "name": "episode_id",
        "in": "path",
        "type": "string",
        "kind": "uuid",
        "repeatable": false,
        "mayBeEmpty": false
      },
      {
        "name": "format",
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
    "id": "listAlerts",
    "tag": "alerts",
    "method": "GET",
    "segments": [
      "alerts"
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
    "id": "createAlert",
    "tag": "alerts",
    "method": "POST",
    "segments": [
      "alerts"
    ],
    "teamScoped": true,
    "parameters": [],
    "body": {
      "required": true,
      "nullIsAbsent": false,
      "fields": [
        {
          "name": "name",
          "kind": "text"
        },
        {
          "name": "keywords",
          "kind": "text",
          "maxItems": 10
        },
        {
          "name": "question",
          "kind": "text"
        },
        {
          "name": "recipient_user_ids",
          "kind": "uuid",
          "maxItems": 1000
        }
      ]
    }
  },
  {
    "id": "getAlert",
    "tag": "alerts",
    "method": "GET",
    "segments": [
      "alerts",
      "{alert_id}"
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
    "id": "updateAlert",
    "tag": "alerts",
    "method": "PATCH",
    "segments": [
      "alerts",
      "{alert_id}"
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
    "body": {
      "required": true,
      "nullIsAbsent": true,
      "fields": [
        {
          "name": "name",
          "kind": "text"
        },
        {
          "name": "keywords",
          "kind": "text",
          "maxItems": 10
        },
        {
          "name": "question",
          "kind": "text"
        },
        {
          "name": "recipient_user_ids",
          "kind": "uuid",
          "maxItems": 1000
        }
      ]
    }
  },
  {
    "id": "deleteAlert",
    "tag": "alerts",
    "method": "DELETE",
    "segments": [
      "alerts",
      "{alert_id}"
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
    "id": "listAlertMatches",
    "tag": "matches",
    "method": "GET",
    "segments": [
      "alerts",
      "{alert_id}",
      "matches"
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
    "id": "getMatch",
    "tag": "matches",
    "method": "GET",
    "segments": [
      "alerts",
      "matches",
      "{match_id}"
    ],
    "teamScoped": true,
    "parameters": [
      {
        "name": "match_id",
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
    "id": "listWebhooks",
    "tag": "webhooks",
    "method": "GET",
    "segments": [
      "webhooks"
    ],
    "teamScoped": true,
    "parameters": [],
    "body": null
  },
  {
    "id": "createWebhook",
    "tag": "webhooks",
    "method": "POST",
    "segments": [
      "webhooks"
    ],
    "teamScoped": true,
    "parameters": [],
    "body": {
      "required": true,
      "nullIsAbsent": false,
      "fields": [
        {
          "name": "url",
          "kind": "text"
        }
      ]
    }
  },
  {
    "id": "getWebhook",
    "tag": "webhooks",
    "method": "GET",
    "segments": [
      "webhooks",
      "{webhook_id}"
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
    "body": null
  },
  {
    "id": "updateWebhook",
    "tag": "webhooks",
    "method": "PATCH",
    "segments": [
      "webhooks",
      "{webhook_id}"
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
      "nullIsAbsent": true,
      "fields": [
        {
          "name": "url",
          "kind": "text"
        }
      ]
    }
  },
  {
    "id": "deleteWebhook",
    "tag": "webhooks",
    "method": "DELETE",
    "segments": [
      "webhooks",
      "{webhook_id}"
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
    "body": null
  },
  {
    "id": "listWebhookDeliveries",
    "tag": "webhooks",
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
    "id": "rotateWebhookSecret",
    "tag": "webhooks",
    "method": "POST",
    "segments": [
      "webhooks",
      "{webhook_id}",
      "rotate-secret"
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
    "body": null
  },
  {
    "id": "testWebhook",
    "tag": "webhooks",
    "method": "POST",
    "segments": [
      "webhooks",
      "{webhook_id}",
      "test"
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
      "required": false,
      "nullIsAbsent": false,
      "fields": [
        {
          "name": "url",
          "kind": "text"
        }
      ]
    }
  }
]
