"""The admin services of the contract over the application's controllers, settings screens and directory."""
