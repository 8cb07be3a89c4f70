import { Type } from 'typebox'
import { byPlaceKind } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { NamespaceRef, Nullable, Words } from '#contract/shapes.ts'
import { fieldsById } from './filter-fields.ts'

const operation = operationsOf('Issues')

export const FilterOption = Type.Object({
  id: Type.Integer(),
  field: Words(fieldsById),
  name: Type.String(),
  /** `&4` of an epic, the cadence of an iteration, the organization of a contact. */
  detail: Nullable(Type.String()),
})

/** Values for filters by epic, iteration, contact and so on, found by text or by id. */
export const filterOptionOperations = byPlaceKind((kind, place) =>
  operation({
    name: `list${place}FilterOptions`,
    summary: `List filter values for the issues of a ${kind}, up to 100 per field`,
    at: `GET /${kind}s/:id/issue_filter_options`,
    input: Type.Object({
      id: NamespaceRef,
      field: Type.Optional(Words(fieldsById)),
      search: Type.Optional(Type.String({ maxLength: 255 })),
      /** `epic:4`, `iteration:12` */
      refs: Type.Optional(
        Type.Array(Type.String({ pattern: `^(${fieldsById.join('|')}):[0-9]{1,15}$`, maxLength: 40 }), {
          maxItems: 100,
        }),
      ),
    }),
    reply: Type.Array(FilterOption),
  }),
)

export const listProjectFilterOptions = filterOptionOperations.project
export const listGroupFilterOptions = filterOptionOperations.group
