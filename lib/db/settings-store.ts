import type { Db } from './types.js'

/** Named values that every process of one database shares. */
export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.get<{ value: string }>('SELECT value FROM settings WHERE name = :name', { name })
  return row?.value
}

/** Returns false if the setting had this value already. */
export async function saveSetting(db: Db, name: string, value: string | number): Promise<boolean> {
  const changes = await db.run(
    `INSERT INTO settings (name, value) VALUES (:name, :value)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE settings.value <> excluded.value`,
    { name, value: String(value) },
  )
  return changes > 0
}

/** Does nothing if the setting exists. */
export async function insertSetting(db: Db, name: string, value: string): Promise<void> {
  await db.run('INSERT INTO settings (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING', {
    name,
    value,
  })
}

export async function deleteSetting(db: Db, name: string): Promise<void> {
  await db.run('DELETE FROM settings WHERE name = :name', { name })
}
