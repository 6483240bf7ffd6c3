// Made from docs/openapi.json by npm run generate.
import type { DescribedOperation } from "./described.ts";

export const described: { readonly [operation: string]: DescribedOperation } = {
  "members.me": {
    "summary": "Who is calling",
    "fields": {}
  },
  "records.batch": {
    "summary": "Create and update up to 1,000 records, with a result for each",
    "fields": {
      "type": {
        "kind": "text",
        "about": "Key or label, such as deal",
        "isRequired": true
      },
      "items": {
        "kind": "list",
        "about": "",
        "isRequired": true
      },
      "match": {
        "kind": "text",
        "about": "Email, phone, url or unique; or a,b"
      },
      "allow_duplicate": {
        "kind": "boolean",
        "about": "Create despite a known email or phone"
      }
    }
  },
  "records.changes": {
    "summary": "What changed since a position, in order: sync without polling by date",
    "fields": {
      "after": {
        "kind": "text",
        "about": "`position` of the answer before; left out: from the beginning; `now`: only what happens from here on"
      },
      "type": {
        "kind": "text",
        "about": "Key or label, such as deal"
      },
      "limit": {
        "kind": "number",
        "about": "",
        "standard": "100"
      }
    }
  },
  "records.create": {
    "summary": "Create a record",
    "fields": {
      "type": {
        "kind": "text",
        "about": "Key or label, such as deal",
        "isRequired": true
      },
      "values": {
        "kind": "object",
        "about": "By key or label. People, records and options by name, email or id; null clears",
        "isRequired": true
      },
      "allow_duplicate": {
        "kind": "boolean",
        "about": "Create despite a known email or phone"
      }
    }
  },
  "records.delete": {
    "summary": "Move a record to the trash, for 30 days",
    "fields": {
      "type": {
        "kind": "text",
        "about": "Key or label, such as deal",
        "isRequired": true
      },
      "id": {
        "kind": "text",
        "about": "Id of a record",
        "isRequired": true
      },
      "if_version": {
        "kind": "number",
        "about": "Refuse when the record has another version"
      }
    }
  },
  "records.get": {
    "summary": "Read a record",
    "fields": {
      "type": {
        "kind": "text",
        "about": "Key or label, such as deal",
        "isRequired": true
      },
      "id": {
        "kind": "text",
        "about": "Id of a record",
        "isRequired": true
      },
      "fields": {
        "kind": "list",
        "about": "Only these, by key or label"
      },
      "include": {
        "kind": "list",
        "about": "Relations, by key or label: the records in them come along as `included`"
      }
    }
  },
  "records.list": {
    "summary": "List records of a type by filter and sort",
    "fields": {
      "type": {
        "kind": "text",
        "about": "Key or label, such as deal",
        "isRequired": true
      },
      "filter": {
        "kind": "text",
        "about": "Such as: is:open amount>=10k close_date:this_month owner:@me; or as JSON"
      },
      "sort": {
        "kind": "text",
        "about": "Field keys with commas; - for descending"
      },
      "fields": {
        "kind": "list",
        "about": "Only these, by key or label"
      },
      "include": {
        "kind": "list",
        "about": "Relations, by key or label: the records in them come along as `included`"
      },
      "count": {
        "kind": "text",
        "about": "",
        "oneOf": [
          "none",
          "estimate",
          "exact"
        ],
        "standard": "estimate"
      },
      "limit": {
        "kind": "number",
        "about": "How many at most",
        "standard": "25"
      },
      "cursor": {
        "kind": "text",
        "about": "next_cursor of the page before"
      }
    }
  },
  "records.search": {
    "summary": "Find records of every type as you type",
    "fields": {
      "query": {
        "kind": "text",
        "about": "",
        "isRequired": true
      },
      "types": {
        "kind": "list",
        "about": ""
      },
      "limit": {
        "kind": "number",
        "about": "",
        "standard": "10"
      }
    }
  },
  "records.update": {
    "summary": "Change some values of a record",
    "fields": {
      "type": {
        "kind": "text",
        "about": "Key or label, such as deal",
        "isRequired": true
      },
      "id": {
        "kind": "text",
        "about": "Id of a record",
        "isRequired": true
      },
      "values": {
        "kind": "object",
        "about": "By key or label. People, records and options by name, email or id; null clears",
        "isRequired": true
      },
      "if_version": {
        "kind": "number",
        "about": "Refuse when the record has another version"
      }
    }
  },
  "records.upsert": {
    "summary": "Update the record with this email, phone, address or unique value, or create it",
    "fields": {
      "type": {
        "kind": "text",
        "about": "Key or label, such as deal",
        "isRequired": true
      },
      "match": {
        "kind": "text",
        "about": "Email, phone, url or unique; or a,b",
        "isRequired": true
      },
      "values": {
        "kind": "object",
        "about": "By key or label. People, records and options by name, email or id; null clears",
        "isRequired": true
      },
      "allow_duplicate": {
        "kind": "boolean",
        "about": "Create despite a known email or phone"
      }
    }
  },
  "types.list": {
    "summary": "List the record types and their fields",
    "fields": {
      "types": {
        "kind": "list",
        "about": "Keys of the types to describe; all when left out"
      }
    }
  },
  "webhooks.createReplay": {
    "summary": "Send a part of the log again, at most 50 messages a second",
    "fields": {
      "id": {
        "kind": "text",
        "about": "Id of a webhook",
        "isRequired": true
      },
      "since": {
        "kind": "text",
        "about": "At most as far back as deliveries are kept: 30 days, unless the operator decided otherwise",
        "isRequired": true
      },
      "until": {
        "kind": "text",
        "about": "",
        "isRequired": true
      },
      "event_types": {
        "kind": "list",
        "about": "None: those of the webhook it goes to"
      },
      "filter": {
        "kind": "text",
        "about": "Narrows further; empty: the filter of the webhook it goes to"
      },
      "only_failed": {
        "kind": "boolean",
        "about": "Only what this webhook was sent and did not take"
      },
      "with_delivered": {
        "kind": "boolean",
        "about": "Also what the webhook it goes to has accepted already"
      },
      "target": {
        "kind": "text",
        "about": "Another webhook to send to; left out: the same"
      }
    }
  },
  "webhooks.list": {
    "summary": "List the company's webhooks, newest first",
    "fields": {
      "url": {
        "kind": "text",
        "about": "Only those that send to this address"
      },
      "limit": {
        "kind": "number",
        "about": "How many at most",
        "standard": "25"
      },
      "cursor": {
        "kind": "text",
        "about": "next_cursor of the page before"
      }
    }
  }
};
