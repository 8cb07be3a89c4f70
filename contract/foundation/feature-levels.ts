import { type Static, Type } from 'typebox'
import { Words } from '#contract/shapes.ts'

const FeatureLevel = Words(['disabled', 'private', 'enabled'])

/** Who can use a feature of a project: nobody, its members, or everyone who can see the project. */
export type FeatureLevel = Static<typeof FeatureLevel>

/** The level of each feature of a project, by the column of `projects` that holds it. */
export const featureLevels = {
  issuesAccessLevel: FeatureLevel,
  repositoryAccessLevel: FeatureLevel,
  mergeRequestsAccessLevel: FeatureLevel,
  environmentsAccessLevel: FeatureLevel,
  releasesAccessLevel: FeatureLevel,
  featureFlagsAccessLevel: FeatureLevel,
} as const

export type FeatureLevels = { readonly [Column in keyof typeof featureLevels]: FeatureLevel }

/** The same, each of which may be left out. */
export const featureLevelInputs = Type.Partial(Type.Object(featureLevels)).properties
