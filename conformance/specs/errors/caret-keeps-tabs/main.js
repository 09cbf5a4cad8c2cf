'use strict';
{
	{
		throw new Error('two tabs in');
	}
}
