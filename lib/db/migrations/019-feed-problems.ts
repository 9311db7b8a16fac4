/** The kind of a feed's last error. The next poll of a feed sets it, except of one that is gone. */
export const feedProblems = () => [
  "ALTER TABLE feeds ADD COLUMN poll_problem TEXT NOT NULL DEFAULT ''",
  `UPDATE feeds SET poll_problem = CASE WHEN poll_error LIKE '%(410)%' THEN 'gone' ELSE 'other' END
    WHERE poll_error <> ''`,
]
