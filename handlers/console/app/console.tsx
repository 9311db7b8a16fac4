import { render } from 'preact'

render(<p>Overheard</p>, document.getElementById('app')!)
