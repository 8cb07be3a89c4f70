import { topicsChanged } from '#contract/live-topics.ts'
import { topicPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { Markdown } from '#web/ui/text/Markdown.tsx'
import { Pages } from '../places/Pages.tsx'
import { ProjectRow } from '../places/PlaceRows.tsx'
import { topicsPath } from '../places/project-topic-path.ts'
import { usePageNumber } from '../places/search-box.ts'
import styles from './TopicsPage.module.css'

/** A topic and the projects that have it. */
export function TopicPage() {
  const { name = '' } = usePageParams()
  const page = usePageNumber()
  const { data } = useReading(
    topicPage,
    { name, ...(page === undefined ? {} : { page }) },
    { keepPrevious: true, topics: () => [topicsChanged] },
  )
  usePlace({
    title: data?.topic.title ?? name,
    namespace: null,
    active: null,
    crumbs: [
      { label: 'Explore', href: '/explore' },
      { label: 'Topics', href: topicsPath },
    ],
  })
  if (data === undefined) return <Skeleton rows={8} shape="row" />
  const { topic, descriptionHtml, projects } = data
  return (
    <Page>
      <PageHeader
        leading={<Avatar {...topic} name={topic.title} sizePx={40} shape="square" named={false} />}
        title={topic.title}
        detail={counted(topic.totalProjectsCount, 'project')}
      />
      {descriptionHtml !== '' && <Markdown html={descriptionHtml} className={styles.description} />}
      {projects.length === 0 ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title="No projects yet">
          Projects with this topic that you can access appear here.
        </EmptyState>
      ) : (
        <List aria-label="Projects">
          {projects.map(project => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </List>
      )}
      <Pages label="Projects pagination" hasNext={data.hasNext} />
    </Page>
  )
}
