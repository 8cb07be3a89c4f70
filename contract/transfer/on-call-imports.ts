import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { NamespaceRef, Nullable, Words } from '#contract/shapes.ts'
import { onCallImportLimits, onCallTools } from './on-call-import-rules.ts'

const operation = operationsOf('On-call')

const files = {
  /** The texts of files of JSON, as the tool exports them or its API answers. */
  files: Type.Array(Type.String({ maxLength: onCallImportLimits.fileCharacters }), {
    minItems: 1,
    maxItems: onCallImportLimits.files,
  }),
  /** The users who are meant by people of the tool, by their ids there. Others are matched by email addresses. */
  people: Type.Optional(
    Type.Array(
      Type.Object({ id: Type.String({ maxLength: 1000 }), username: Type.String({ minLength: 1, maxLength: 255 }) }),
      { maxItems: onCallImportLimits.items },
    ),
  ),
}

/** The schedules and policies that files would become. */
export const OnCallImport = Type.Object({
  /** The tools whose exports the files are. */
  tools: Type.Array(Words(onCallTools)),
  schedules: Type.Array(
    Type.Object({
      name: Type.String(),
      timeZone: Type.String(),
      rotations: Type.Array(
        Type.Object({
          name: Type.String(),
          length: Type.Integer(),
          lengthUnit: Words(['HOURS', 'DAYS', 'WEEKS']),
          /** By the clock of the schedule, as `2026-11-30T09:00`. */
          startsAt: Type.String(),
          /** `08:00–18:00`; null: all day. */
          hours: Nullable(Type.String()),
          /** 1 for Monday to 7 for Sunday. */
          weekdays: Type.Array(Type.Integer()),
          /** The names of the users in the order of their turns. */
          usernames: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
  policies: Type.Array(
    Type.Object({
      name: Type.String(),
      rules: Type.Array(
        Type.Object({
          minutes: Type.Integer(),
          /** A user, or a schedule. */
          target: Type.String(),
          isSchedule: Type.Boolean(),
        }),
      ),
      repeatCount: Type.Integer(),
    }),
  ),
  people: Type.Array(
    Type.Object({
      /** In the tool. */
      id: Type.String(),
      name: Type.String(),
      /** Empty where the files have none. */
      email: Type.String(),
      /** Null: no member who can be on call is known by an email address that you may see, and none was chosen. */
      username: Nullable(Type.String()),
    }),
  ),
  /** The parts that cannot be taken over as they are, and the reasons. */
  notices: Type.Array(Type.Object({ place: Type.String(), reason: Type.String() })),
  /** Names this result: the import is refused if it would have another one. */
  fingerprint: Type.String(),
})

export const previewOnCallImport = operation({
  name: 'previewOnCallImport',
  summary: 'Show the schedules and policies that exports of Opsgenie, PagerDuty or Grafana OnCall would become',
  at: 'POST /projects/:id/oncall_imports/preview',
  status: 200,
  input: Type.Object({ id: NamespaceRef, ...files }),
  reply: OnCallImport,
})

export const importOnCall = operation({
  name: 'importOnCall',
  summary: 'Import schedules and policies from exports of Opsgenie, PagerDuty or Grafana OnCall',
  at: 'POST /projects/:id/oncall_imports',
  input: Type.Object({
    id: NamespaceRef,
    ...files,
    /** That of the preview; without it, whatever the files become is imported. */
    fingerprint: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: OnCallImport,
})

export const getOnCallImportPage = operationsOf('Pages')({
  name: 'getOnCallImportPage',
  summary: 'Get data for the page on which schedules and policies are imported',
  at: 'GET /-/pages/on_call_import',
  input: Type.Object({ namespace: Type.String() }),
  reply: Type.Object({ namespace: PlaceHeader }),
})
