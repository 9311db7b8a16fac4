/** Whether a database is named by the URL of a PostgreSQL server, rather than by the path of a file. Loads no driver. */
export const isPostgres = (database: string): boolean => /^postgres(ql)?:/.test(database)
