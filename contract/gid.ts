/** The id by which GraphQL names an object: `gid://gitlab/Issue/1`. @source graphql.md 3 */
export const gid = (className: string, id: number | string): string => `gid://gitlab/${className}/${id}`
