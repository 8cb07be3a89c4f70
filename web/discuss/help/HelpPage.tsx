import { discussTitles } from '#contract/discuss/page-titles.ts'
import { helpPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { Markdown } from '#web/ui/text/Markdown.tsx'
import styles from './HelpPage.module.css'
import { HelpSkeleton } from './HelpSkeleton.tsx'

/** Help on Markdown, and on the warnings of the form. @source FORM-018, FORM-019, FORM-037 */
export function HelpPage() {
  const { topic } = usePageParams()
  const { data } = useReading(helpPage, topic === undefined ? {} : { topic }, { keepPrevious: true })
  usePlace({
    title: data === undefined ? discussTitles.help : discussTitles.helpTopic(data.title),
    namespace: null,
    active: null,
    crumbs: [{ label: 'Help', href: '/help' }],
  })
  if (data === undefined) return <HelpSkeleton />
  return (
    <Page>
      <PageHeader title={data.title} actions={<LinkButton href="/-/api">API reference</LinkButton>} />
      {data.siteHtml !== null && (
        <Card>
          <Markdown html={data.siteHtml} />
        </Card>
      )}
      <LinkTabs
        label="Help"
        active={data.topic}
        tabs={data.topics.map(each => ({ key: each.topic, label: each.title, href: `/help/${each.topic}` }))}
      />
      <div className={styles.text}>
        <Markdown html={data.html} />
      </div>
    </Page>
  )
}
