import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { DateTime, Empty, largestInteger, Nullable } from '#contract/shapes.ts'

const tag = 'Unsent texts'

/** The name of a text box, such as `Issue.42.note`. */
const Place = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9._-]{0,199}$' })
/** A browser's name for itself, made up once. */
const Device = Type.String({ pattern: '^[A-Za-z0-9-]{8,64}$' })
const longest = 1_048_576

export const UnsentText = Type.Object({
  id: Type.Integer(),
  place: Type.String(),
  device: Type.String(),
  updatedAt: DateTime,
  /** How the text begins. */
  excerpt: Type.String(),
})

export const listUnsentTexts = operation({
  name: 'listUnsentTexts',
  summary: 'Where I have texts that are not sent yet, on any device.',
  tag,
  door: 'browser',
  at: 'GET /-/unsent_texts/places',
  input: Type.Object({}),
  reply: Type.Array(UnsentText),
})

export const getUnsentText = operation({
  name: 'getUnsentText',
  summary: 'A text that is not sent yet, as it stands.',
  tag,
  door: 'browser',
  at: 'GET /-/unsent_texts/:id',
  input: Type.Object({ id: Type.Integer() }),
  reply: Type.Object({
    ...UnsentText.properties,
    text: Type.String(),
    /** The saved text it was begun on, as long as one may still read that; null where there was none. */
    base: Nullable(Type.String()),
    /** The version of that. */
    baseVersion: Nullable(Type.Integer()),
  }),
})

export const keepUnsentText = operation({
  name: 'keepUnsentText',
  summary: 'Keep what I type in a place, for my other devices.',
  tag,
  door: 'browser',
  at: 'PUT /-/unsent_texts',
  input: Type.Object({
    place: Place,
    device: Device,
    text: Type.String({ maxLength: longest }),
    base: Type.Optional(Nullable(Type.String({ maxLength: longest }))),
    baseVersion: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: largestInteger }))),
    /** The text of another device that this one goes on with: it is forgotten by the same stroke. */
    replaces: Type.Optional(Type.Integer()),
  }),
  reply: Type.Object({ id: Type.Integer(), updatedAt: DateTime }),
})

export const forgetUnsentText = operation({
  name: 'forgetUnsentText',
  summary: 'Forget a text: it was sent, emptied or given up.',
  tag,
  door: 'browser',
  at: 'DELETE /-/unsent_texts',
  input: Type.Object({
    place: Place,
    device: Device,
    /** The text of another device that was gone on with here, and is over with this one. */
    replaces: Type.Optional(Type.Integer()),
  }),
  reply: Empty,
})

export const unsentTextsPage = operation({
  name: 'unsentTextsPage',
  summary: 'All my unsent texts, with where they stand, as far as I may still see that.',
  tag,
  door: 'browser',
  at: 'GET /-/pages/unsent_texts',
  input: Type.Object({}),
  reply: Type.Object({
    texts: Type.Array(
      Type.Object({
        ...UnsentText.properties,
        /** What kind of box it is: `Comment`, `Description`, ... */
        kind: Type.String(),
        /** What it is about; null when that is out of sight. */
        about: Nullable(Type.Object({ title: Type.String(), reference: Type.String(), path: Type.String() })),
        /** Whether the place is gone or out of sight. */
        isOutOfSight: Type.Boolean(),
      }),
    ),
  }),
})
