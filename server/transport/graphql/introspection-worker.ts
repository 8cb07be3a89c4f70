import { parentPort, workerData } from 'node:worker_threads'
import { buildSchema, executeSync, parse, validate } from 'graphql'
import type { IntrospectionAnswer, IntrospectionQuestion } from './introspection.ts'

// Only started with the schema as text.
const schema = buildSchema(String(workerData), { assumeValid: true })

parentPort?.on('message', ({ source, variables, operationName }: IntrospectionQuestion) => {
  const document = parse(source)
  const problems = validate(schema, document)
  const { data, errors } =
    problems.length > 0
      ? { data: null, errors: problems }
      : executeSync({ schema, document, variableValues: variables, operationName })
  const answer: IntrospectionAnswer =
    errors === undefined ? { data: JSON.stringify(data) } : { errors: errors.map(each => each.toJSON()) }
  parentPort?.postMessage(answer)
})
