import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'

const operation = operationsOf('API reference')

export const apiReference = operation({
  name: 'apiReference',
  summary: 'Get the reference of the REST API',
  at: 'GET /-/pages/api',
  reply: Type.Object({
    /** The base URL of the paths. */
    url: Type.String(),
    resources: Type.Array(
      Type.Object({
        name: Type.String(),
        operations: Type.Array(
          Type.Object({
            name: Type.String(),
            method: Type.String(),
            path: Type.String(),
            summary: Type.String(),
            status: Type.Integer(),
            parameters: Type.Array(
              Type.Object({
                name: Type.String(),
                type: Type.String(),
                isRequired: Type.Boolean(),
                isHeader: Type.Boolean(),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
})
