import type { Db } from '../db/types.js'

/**
 * Tables that grow with what is said, and are asked for by everybody: spread by episode, so that each node
 * filters, ranks and limits its own rows. What is leased stays whole, since a lease crosses no nodes.
 */
const TABLES = ['transcript_index', 'transcript_parts']

/** Spreads what is not yet, on a PostgreSQL with Citus. Returns the names of the tables. */
export async function distributeSearch(db: Db): Promise<string[]> {
  const distributed: string[] = []
  for (const name of TABLES) {
    const known = await db.get(
      'SELECT 1 AS one FROM pg_dist_partition WHERE logicalrelid = :name::regclass',
      {
        name,
      },
    )
    if (known) continue
    await db.get("SELECT create_distributed_table(:name, 'key', colocate_with => :with)", {
      name,
      with: name === TABLES[0] ? 'none' : TABLES[0]!,
    })
    distributed.push(name)
  }
  return distributed
}
