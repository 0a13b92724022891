import { migrate } from '../../api/src/db/migrate.js';

/** Program: migrates the database at the URL named first with the folder named second; prints the names as JSON. */
const [url = '', folder = ''] = process.argv.slice(2);
console.log(JSON.stringify(await migrate(url, folder, () => undefined)));
