import type { Invalid } from '#server/errors.ts'

/** Every problem as a sentence: "Title can't be blank". */
export function problemSentences(error: Invalid): string[] {
  return Object.entries(error.fields ?? { base: [error.message] }).flatMap(([field, problems]) =>
    problems.map(problem => (field === 'base' ? problem : `${words(field)} ${problem}`)),
  )
}

const words = (field: string): string => {
  const spaced = field.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
