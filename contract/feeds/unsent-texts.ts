import { type Static, Type } from 'typebox'
import { releaseLinkTypes } from '#contract/deploy/release-words.ts'
import { operationsOf } from '#contract/operation.ts'
import { inputsIn } from '#contract/plan/attributes/plain-shapes.ts'
import { DateTime, Empty, largestInteger, Nullable, Words } from '#contract/shapes.ts'

const operation = operationsOf('Unsent drafts')

/** The name of a text box, such as `Issue.42.note`. */
const Place = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9._-]{0,199}$' })
/** A browser's name for itself, made up once. */
const Device = Type.String({ pattern: '^[A-Za-z0-9-]{8,64}$' })
const longest = 1_048_576
/**
 * The time when the text was written or discarded, in milliseconds by the device's clock: of two calls of a device for
 * a place the later written one wins, in whatever order they arrive. Without it the later call wins.
 */
const WrittenMs = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const Name = Type.String({ maxLength: 255 })
const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const maxChosen = 200

/** The other fields of a text box, saved and restored with its text. */
export const BoxFields = Type.Object({
  /** The text is an internal note. */
  internal: Type.Optional(Type.Boolean()),
  /** The comment starts a thread. */
  thread: Type.Optional(Type.Boolean()),
  /** The reply resolves its thread, or reopens it. */
  resolves: Type.Optional(Type.Boolean()),
  /** The comment belongs to a review, to be published later. */
  review: Type.Optional(Type.Boolean()),
  title: Type.Optional(Name),
  type: Type.Optional(Words(['issue', 'incident', 'task'])),
  ...inputsIn('form'),
  /** The new issue is linked to the issue that its URL names. */
  linked: Type.Optional(Type.Boolean()),
  /** The commit message for a new file. */
  commitMessage: Type.Optional(Type.String({ maxLength: 2_000 })),
  branch: Type.Optional(Name),
  /** Whether the file is executable after the commit; null: as on the branch. */
  executable: Type.Optional(Nullable(Type.Boolean())),
  /** The resolutions of conflicts, as JSON of the page that resolves them. */
  resolutions: Type.Optional(Type.String({ maxLength: 500_000 })),
  /** Files that were created (`from` is null), renamed, or deleted (`to` is null) in the Web IDE. */
  fileMoves: Type.Optional(
    Type.Array(
      Type.Object({
        from: Nullable(Type.String({ maxLength: 4_096 })),
        to: Nullable(Type.String({ maxLength: 4_096 })),
        /** The blob that was renamed or deleted; of a folder, the tree. */
        blobId: Nullable(Type.String({ maxLength: 64 })),
        /** A folder with more files than are listed here. */
        isFolder: Type.Optional(Type.Boolean()),
      }),
      { maxItems: 2_000 },
    ),
  ),
  assignees: Type.Optional(
    Type.Array(
      Type.Object({
        id: Id,
        name: Name,
        username: Name,
        avatarUrl: Nullable(Type.String({ maxLength: 2_000 })),
      }),
      { maxItems: maxChosen },
    ),
  ),
  reviewers: Type.Optional(
    Type.Array(
      Type.Object({
        id: Id,
        name: Name,
        username: Name,
        avatarUrl: Nullable(Type.String({ maxLength: 2_000 })),
      }),
      { maxItems: maxChosen },
    ),
  ),
  labels: Type.Optional(
    Type.Array(Type.Object({ id: Id, name: Name, color: Type.String({ maxLength: 20 }) }), { maxItems: maxChosen }),
  ),
  /** One at most; any number of a release. */
  milestones: Type.Optional(Type.Array(Type.Object({ id: Id, name: Name }), { maxItems: maxChosen })),
  epics: Type.Optional(Type.Array(Type.Object({ id: Id, name: Name }), { maxItems: 1 })),
  /** The start date and the color of a new epic. */
  startDate: Type.Optional(Nullable(Type.String({ maxLength: 10 }))),
  color: Type.Optional(Type.String({ maxLength: 7 })),
  /** The issue that a new task is in. */
  parents: Type.Optional(Type.Array(Type.Object({ id: Id, name: Name }), { maxItems: 1 })),
  iterations: Type.Optional(Type.Array(Type.Object({ id: Id, name: Name }), { maxItems: 1 })),
  contacts: Type.Optional(Type.Array(Type.Object({ id: Id, name: Name }), { maxItems: maxChosen })),
  /** The tag of a new release, and the links of a release. */
  tag: Type.Optional(Name),
  releaseLinks: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Optional(Id),
        name: Name,
        url: Type.String({ maxLength: 8_192 }),
        filepath: Type.String({ maxLength: 128 }),
        linkType: Words(releaseLinkTypes),
      }),
      { maxItems: maxChosen },
    ),
  ),
  /** Such as `1w 2d 3h 30m`. */
  timeEstimate: Type.Optional(Name),
})
export type BoxFields = Static<typeof BoxFields>

export const UnsentText = Type.Object({
  id: Type.Integer(),
  place: Type.String(),
  device: Type.String(),
  updatedAt: DateTime,
  /** Restricts the readers of the text; null for everyone with access to the item. */
  audience: Nullable(Words(['internal', 'confidential'])),
  /** The beginning of the text. */
  excerpt: Type.String(),
})

export const listUnsentTexts = operation({
  name: 'listUnsentTexts',
  summary: 'List where you have unsent drafts, on all your devices',
  at: 'GET /-/unsent_texts/places',
  input: Type.Object({ device: Type.Optional(Device) }),
  reply: Type.Object({
    texts: Type.Array(UnsentText),
    /** Places where a text of the requesting device was discarded or taken over on another device. */
    discarded: Type.Array(Type.String()),
  }),
})

export const getUnsentText = operation({
  name: 'getUnsentText',
  summary: 'Get an unsent draft',
  at: 'GET /-/unsent_texts/:id',
  input: Type.Object({ id: Type.Integer() }),
  reply: Type.Object({
    ...UnsentText.properties,
    text: Type.String(),
    /** Null when the other fields are unknown. */
    fields: Nullable(BoxFields),
    /** The saved text it was begun on, as long as the user may still read that; null if there was none. */
    base: Nullable(Type.String()),
    /** The version of that. */
    baseVersion: Nullable(Type.Integer()),
  }),
})

export const keepUnsentText = operation({
  name: 'keepUnsentText',
  summary: 'Save an unsent draft',
  at: 'PUT /-/unsent_texts',
  input: Type.Object({
    place: Place,
    device: Device,
    text: Type.String({ maxLength: longest }),
    base: Type.Optional(Nullable(Type.String({ maxLength: longest }))),
    baseVersion: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: largestInteger }))),
    /** Omitted when the other fields are unknown. */
    fields: Type.Optional(BoxFields),
    /** The text of another device that this one goes on with: it is forgotten by the same stroke. */
    replaces: Type.Optional(Type.Integer()),
    writtenMs: Type.Optional(WrittenMs),
  }),
  reply: Type.Object({
    id: Type.Integer(),
    updatedAt: DateTime,
    /** The time of the text that the server has now: later than the given time if the given text was not saved. */
    writtenMs: WrittenMs,
  }),
})

export const forgetUnsentText = operation({
  name: 'forgetUnsentText',
  summary: 'Delete an unsent draft',
  at: 'DELETE /-/unsent_texts',
  input: Type.Object({
    place: Place,
    device: Device,
    /** The text of another device that was gone on with here, and is over with this one. */
    replaces: Type.Optional(Type.Integer()),
    writtenMs: Type.Optional(WrittenMs),
  }),
  reply: Empty,
})

export const discardUnsentText = operation({
  name: 'discardUnsentText',
  summary: 'Discard an unsent draft from any device',
  at: 'DELETE /-/unsent_texts/:id',
  input: Type.Object({ id: Type.Integer() }),
  reply: Empty,
})

export const unsentTextsPage = operation({
  name: 'unsentTextsPage',
  summary: 'List all your unsent drafts',
  at: 'GET /-/pages/unsent_texts',
  reply: Type.Object({
    texts: Type.Array(
      Type.Object({
        ...UnsentText.properties,
        /** The kind of text box: `Comment`, `Description`, ... */
        kind: Type.String(),
        /** The item of the text; null without access to it. `path` is null when it was deleted; the title and reference are then the last known. */
        about: Nullable(Type.Object({ title: Type.String(), reference: Type.String(), path: Nullable(Type.String()) })),
        /** Whether the place is gone or out of sight. */
        isOutOfSight: Type.Boolean(),
      }),
    ),
  }),
})
