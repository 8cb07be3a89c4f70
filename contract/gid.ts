/** A global id, as GraphQL names things: `gid://gitlab/Issue/1`. @source graphql.md 3 */
export const gid = (className: string, id: number | string): string => `gid://gitlab/${className}/${id}`
