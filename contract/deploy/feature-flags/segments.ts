import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Expected, NamespaceRef, Nullable, Page } from '#contract/shapes.ts'
import { Constraint, ConstraintInput, FlagHeader, onFlagPage } from './flags.ts'

const operation = operationsOf('Feature flags')
const inProject = { id: NamespaceRef }
const oneSegment = { ...inProject, iid: Type.Integer({ minimum: 1 }) }

export const FlagSegment = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  name: Type.String(),
  description: Nullable(Type.String()),
  projectId: Type.Integer(),
  /** All of them have to hold. */
  constraints: Type.Array(Constraint),
  createdAt: DateTime,
  updatedAt: DateTime,
  path: Type.String(),
})

const changes = {
  name: Type.Optional(Type.String()),
  description: Type.Optional(Nullable(Type.String())),
}

export const listFlagSegments = operation({
  name: 'listFlagSegments',
  summary: 'List the segments of the feature flags of a project: named sets of constraints',
  at: 'GET /projects/:id/feature_flags_segments',
  input: Type.Object({ ...inProject, ...Page, search: Type.Optional(Type.String({ maxLength: 255 })) }),
  reply: Type.Array(FlagSegment),
})

export const createFlagSegment = operation({
  name: 'createFlagSegment',
  summary: 'Create a segment for feature flags',
  at: 'POST /projects/:id/feature_flags_segments',
  input: Type.Object({
    ...inProject,
    name: Type.String(),
    description: Type.Optional(Nullable(Type.String())),
    constraints: Type.Array(ConstraintInput),
  }),
  reply: FlagSegment,
})

export const getFlagSegment = operation({
  name: 'getFlagSegment',
  summary: 'Get a segment',
  at: 'GET /projects/:id/feature_flags_segments/:iid',
  input: Type.Object(oneSegment),
  reply: FlagSegment,
})

export const updateFlagSegment = operation({
  name: 'updateFlagSegment',
  summary: 'Update a segment. Every strategy that uses it changes',
  at: 'PUT /projects/:id/feature_flags_segments/:iid',
  input: Type.Object({
    ...oneSegment,
    ...changes,
    constraints: Type.Optional(Type.Array(ConstraintInput)),
    expected: Expected({ ...changes, constraints: Type.Optional(Type.Array(Constraint)) }),
  }),
  reply: FlagSegment,
})

export const deleteFlagSegment = operation({
  name: 'deleteFlagSegment',
  summary: 'Delete a segment that no feature flag uses',
  at: 'DELETE /projects/:id/feature_flags_segments/:iid',
  input: Type.Object(oneSegment),
  reply: Empty,
})

const page = operationsOf('Pages')

export const getFlagSegmentsPage = page({
  name: 'getFlagSegmentsPage',
  summary: 'Get data for the segments of the feature flags of a project',
  at: 'GET /-/pages/feature_flags_segments',
  input: Type.Object({ namespace: onFlagPage.namespace }),
  reply: Type.Object({ ...FlagHeader, projectId: Type.Integer(), segments: Type.Array(FlagSegment) }),
})

export const getFlagSegmentPage = page({
  name: 'getFlagSegmentPage',
  summary: 'Get data for the page of a segment',
  at: 'GET /-/pages/feature_flags_segment',
  input: Type.Object(onFlagPage),
  reply: Type.Object({
    ...FlagHeader,
    projectId: Type.Integer(),
    segment: FlagSegment,
    /** The flags whose strategies use it. */
    flags: Type.Array(Type.Object({ name: Type.String(), path: Type.String() })),
  }),
})
