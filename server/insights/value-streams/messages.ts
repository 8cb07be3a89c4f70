import { longestWindowDays, mostStages, mostValueStreams } from '#contract/insights/stage-events.ts'

export const messages = {
  endsBefore: 'must not be before the first day',
  tooLong: `must be at most ${longestWindowDays} days after the first day`,
  blank: "can't be blank",
  nameTaken: 'has already been taken',
  tooManyStreams: `A group or project can have at most ${mostValueStreams} value streams`,
  noStages: 'A value stream needs at least one stage',
  tooManyStages: `A value stream can have at most ${mostStages} stages`,
  isDefault: 'The default value stream cannot be changed. Create another one.',
  noEvents: (stage: string) => `${stage} needs a start event and an end event`,
  wrongEnd: (stage: string) => `${stage} cannot end with this event`,
  noLabel: (stage: string) => `${stage} needs a label of this group or project for each label event`,
  nameTwice: (stage: string) => `There are two stages named ${stage}`,
  noDefaultStage: (stage: string) => `${stage} is not the name of a default stage`,
} as const
