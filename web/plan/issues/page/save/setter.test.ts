import { readFileSync } from 'node:fs'
import { buildSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { namesIn } from '#contract/plan/attributes/plain-attributes.ts'
import { setterOf } from './setter.ts'

const schema = buildSchema(readFileSync('contract/schema.graphql', 'utf8'))

test.each(namesIn('graphql'))('the mutation that saves %s fits the schema', name => {
  expect(validate(schema, parse(setterOf(name).text))).toEqual([])
})
