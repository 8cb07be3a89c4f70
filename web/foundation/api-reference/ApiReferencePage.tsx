import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { apiReference } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useHash } from '#web/api/route.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { classes } from '#web/ui/classes.ts'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import row from '#web/ui/layout/ScrollRow.module.css'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import styles from './ApiReferencePage.module.css'

type Resource = ReplyOf<typeof import('#contract/foundation/api-reference.ts').apiReference>['resources'][number]
type ApiOperation = Resource['operations'][number]

/** Every operation of the REST API with its parameters. @source PLATFORM-011 */
export function ApiReferencePage() {
  usePlace({
    title: foundationTitles.apiReference,
    namespace: null,
    active: null,
    crumbs: [{ label: 'Help', href: '/help' }],
  })
  const { data } = useReading(apiReference, {})
  const [words, setWords] = useState('')
  const hash = useHash()
  if (data === undefined)
    return (
      <Page>
        <Skeleton rows={8} label="Loading" />
      </Page>
    )
  const resources = matching(data.resources, words)
  return (
    <Page>
      <PageHeader
        title={foundationTitles.apiReference}
        detail={
          <>
            REST API v4 at <code className={styles.code}>{data.url}</code>, also as{' '}
            <TextLink href="/api/openapi.json">OpenAPI 3.1</TextLink>. GraphQL API:{' '}
            <code className={styles.code}>POST /api/graphql</code>.
          </>
        }
      />
      <div className={styles.columns}>
        <nav aria-label="Resources" className={classes(row.row, styles.side)}>
          <ul className={styles.resources}>
            {resources.map(({ name }) => (
              <li key={name}>
                <a href={`#${anchorOf(name)}`} className={styles.resource}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.content}>
          <SearchInput label="Filter operations" value={words} onValue={setWords} />
          {resources.length === 0 && <EmptyState title="No matching operations" />}
          {resources.map(({ name, operations }) => (
            <section key={name} aria-labelledby={anchorOf(name)}>
              <h2 id={anchorOf(name)} className={styles.name}>
                {name}
              </h2>
              {operations.map(each => (
                <Operation key={each.name} operation={each} isAsked={hash === anchorOfOperation(each)} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </Page>
  )
}

interface OperationProps {
  readonly operation: ApiOperation
  /** Whether the URL points at it. */
  readonly isAsked: boolean
}

function Operation({ operation, isAsked }: OperationProps) {
  const { method, path, summary, parameters, status } = operation
  const anchor = anchorOfOperation(operation)
  return (
    <details id={anchor} open={isAsked} className={styles.operation}>
      <summary className={styles.summary}>
        <span className={styles.method}>{method}</span>
        <code className={classes(styles.code, styles.path)}>{path}</code>
        <span className={styles.what}>{summary}</span>
      </summary>
      <div className={styles.parts}>
        {parameters.length === 0 ? (
          <p>No parameters.</p>
        ) : (
          <table className={styles.parameters}>
            <thead>
              <tr>
                <th scope="col">Parameter</th>
                <th scope="col">Type</th>
              </tr>
            </thead>
            <tbody>
              {parameters.map(each => (
                <tr key={each.name}>
                  <td>
                    <code className={styles.code}>{each.name}</code>
                    {each.isRequired && <span className={styles.required}> required</span>}
                  </td>
                  <td>
                    {each.type}
                    {each.isHeader && ' (header)'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p>
          Returns {status}. <TextLink href={`#${anchor}`}>Permalink</TextLink>
        </p>
      </div>
    </details>
  )
}

const anchorOf = (resource: string): string => resource.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** No resource begins so. */
const anchorOfOperation = ({ name }: ApiOperation): string => `operation-${name}`

/** The operations whose method, path or summary has all the words. */
function matching(resources: readonly Resource[], text: string): readonly Resource[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return resources
  return resources.flatMap(resource => {
    const operations = resource.operations.filter(({ method, path, summary }) => {
      const searched = `${method} ${path} ${summary} ${resource.name}`.toLowerCase()
      return words.every(word => searched.includes(word))
    })
    return operations.length === 0 ? [] : [{ ...resource, operations }]
  })
}
